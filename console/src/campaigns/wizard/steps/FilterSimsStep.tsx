import { useWatchedSims } from '../../../session/live/watched-sims.ts'
import { useSimColumns } from '../../../sims/list/sim-columns.tsx'
import { SimListNotes } from '../../../sims/filters/notes/SimListNotes.tsx'
import { useSimFilterBar } from '../../../sims/filters/use-sim-filter-bar.ts'
import { useSims, useSimSearch } from '../../../sims/list/sim-list-query.ts'
import { SimCard } from '../../../sims/list/SimCard.tsx'
import { simName } from '../../../sims/list/SimLink.tsx'
import { Checkbox } from '@mantine/core'
import { useEffect } from 'react'
import { Button, LinkButton } from '../../../ui/form/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../../ui/filter/FilterBar.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { wizardText } from '../wizard-text.tsx'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import css from '../wizard.module.css'
import { ListTable } from '../../../ui/table/ListTable.tsx'

const shownColumns = [
  'device_alias',
  'iccid',
  'connection',
  'poller_version',
  'other_applet_name',
  'other_applet_version',
  'status_other_applet',
  'status',
  'last_poll',
]

interface StepProps {
  /** True if the user confirmed that all SIMs are meant. Without a filter, the confirmation is required. */
  all: boolean
  onAll: (all: boolean) => void
  onNext: () => void
}

/**
 * Step 1: the user chooses SIMs by the filters of the SIM list. The server applies the filter itself when the confirmation opens,
 * whatever rows are shown here.
 */
export function FilterSimsStep({ all, onAll, onNext }: StepProps) {
  const t = useText(wizardText)
  const search = useSimSearch()
  const sims = useSims(search)
  const { bar, pasted } = useSimFilterBar(search)
  const columns = useSimColumns().filter(({ id }) => shownColumns.includes(id))
  useWatchedSims(sims.rows?.map(({ id }) => id) ?? [])
  const matching = sims.total
  const count = formatNumber(matching ?? 0)
  const { filtered } = search
  useEffect(() => {
    if (filtered) onAll(false)
  }, [filtered, onAll])
  const undecided = matching !== undefined && matching > 0 && !filtered && !all
  return (
    <>
      <FilterBar {...bar} />
      <SimListNotes search={search} pasted={pasted} asOf={sims.answer?.asOf} />
      {matching !== undefined && (
        <p className={css.count} role="status">
          {filtered ? (
            <span>{t.matching(count)}</span>
          ) : (
            <Checkbox
              label={t.allSims(count)}
              checked={all}
              disabled={matching === 0}
              onChange={(event) => onAll(event.currentTarget.checked)}
            />
          )}
          <span className={css.note}>{t.matchingNote}</span>
        </p>
      )}
      <ListTable
        label={t.simTable}
        counts="sims"
        columns={columns}
        list={sims}
        rowId={(sim) => String(sim.id)}
        rowName={simName}
        card={(sim) => <SimCard sim={sim} />}
        empty={
          filtered ? (
            <EmptyState title={t.noMatch} actions={<Button onClick={search.clear}>{t.clear}</Button>}>
              {t.noMatchWords}
            </EmptyState>
          ) : (
            <EmptyState title={t.noSims} actions={<LinkButton to="/imports">{t.importSims}</LinkButton>}>
              {t.noSimsWords}
            </EmptyState>
          )
        }
      />
      <WizardFoot disabledReason={undecided ? t.filterOrAll : null}>
        <Button variant="primary" disabled={!matching || undecided || sims.stale} onClick={onNext}>
          {matching === undefined ? t.next : t.nextWith(count)}
        </Button>
      </WizardFoot>
    </>
  )
}
