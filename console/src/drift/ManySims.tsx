import { type DifferenceKind, type DifferingSim, getDriftExtras, getDriftRemedies } from '@simdeck/contract/drift.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePackageName } from '../campaigns/package-name.ts'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { MayButton } from '../session/MayButton.tsx'
import { ConfirmDialog, Dialog } from '../ui/feedback/Dialog.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Button, LinkButton } from '../ui/form/Button.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'
import css from './drift.module.css'
import { removalText } from './removal-text.ts'
import { useAccept } from './use-accept.ts'

/**
 * Button that opens the wizard for the SIMs that an install repairs, or from which extra content is removed. If they need several campaigns,
 * the user chooses one first. Its words wait for both lists, so that it does not change from one action to another under the pointer.
 */
export function RepairMany({ kind }: { kind: DifferenceKind | null }) {
  const t = useText(driftText)
  const removal = useText(removalText)
  const [opened, setOpened] = useState(false)
  const packageName = usePackageName()
  const remedies = useQuery(queryOf(getDriftRemedies, { query: kind === null ? {} : { kind } }))
  const extras = useQuery(queryOf(getDriftExtras, { query: {} }))
  const removals = (kind === null || kind === 'extra' ? extras.data : []) ?? []
  const count = (remedies.data ?? []).reduce((sum, one) => sum + one.count, 0)
  const isKnown = remedies.data !== undefined && extras.data !== undefined
  const error = remedies.error ?? extras.error
  const named = (of: { packageAID: string; otaVersion: string; name: string }) => `${packageName(of)} ${of.otaVersion}`
  const ways = [
    ...(remedies.data ?? []).map(({ group, package: of, count: sims }) => ({
      key: group,
      search: { drift: kind ?? 'all', remedy: group },
      words: t.restoreMany(named(of), formatNumber(sims)),
    })),
    ...removals.map(({ extra, package: of, count: sims }) => ({
      key: extra,
      search: { drift: 'all', extra, action: 'remove-extra' },
      words: removal.removeMany(of ? named(of) : extra, formatNumber(sims)),
    })),
  ]
  const [only, ...more] = ways
  const act = isKnown && count > 0 ? t.repairMany(formatNumber(count)) : t.repairTitle
  if (isKnown && !only) return null
  if (isKnown && only && more.length === 0)
    return (
      <LinkButton variant="primary" to="/otas/execute" search={only.search}>
        {count > 0 ? act : only.words}
      </LinkButton>
    )
  return (
    <>
      <Button variant="primary" disabled={!isKnown && !error} onClick={() => setOpened(true)}>
        {act}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t.repairTitle}>
        <p>{t.repairWords}</p>
        {error && <ErrorState message={failureText(error)} onRetry={() => void Promise.all([remedies.refetch(), extras.refetch()])} />}
        <ul className={css.remedies}>
          {ways.map(({ key, search, words }) => (
            <li key={key}>
              <Link to="/otas/execute" search={search}>
                {words}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

interface AcceptSelectedProps {
  simIds: readonly number[]
  /** The rows of the page. */
  rows: readonly DifferingSim[]
  onDone: () => void
}

/** Actions on the selected SIMs: an install, if the same one repairs them all, and the acceptance of their content. */
export function AcceptSelected({ simIds, rows, onDone }: AcceptSelectedProps) {
  const t = useText(driftText)
  const [asks, setAsks] = useState(false)
  const accept = useAccept(() => {
    setAsks(false)
    onDone()
  })
  const chosen = rows.filter(({ id }) => simIds.includes(id))
  const remedies = new Set(chosen.map(({ remedy }) => remedy))
  const [remedy] = remedies
  const same = chosen.length === simIds.length && remedies.size === 1 && remedy
  const act = t.acceptMany(formatNumber(simIds.length))
  return (
    <>
      {same && (
        <LinkButton size="sm" to="/otas/execute" search={{ simIds: simIds.join(','), remedy }}>
          {t.repairMany(formatNumber(simIds.length))}
        </LinkButton>
      )}
      <MayButton permission="OTA_CREATE" size="sm" onClick={() => setAsks(true)}>
        {act}
      </MayButton>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={t.accept}
        act={act}
        busy={accept.isPending}
        onAct={() => accept.mutate(simIds)}
      >
        {t.acceptWords}
      </ConfirmDialog>
    </>
  )
}
