import type { AlertFiring } from '@simdeck/contract/alert-firings.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ListScreen } from '../ui/frame/ListScreen.tsx'
import { CardLines } from '../ui/table/CardLines.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { None } from '../ui/value/None.tsx'
import { Time } from '../ui/value/Time.tsx'
import { useNow } from '../ui/words/clock.ts'
import { useLanguage } from '../ui/words/language.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { useAlertFirings } from './alert-query.ts'
import { alertText, firingEndText } from './alert-text.ts'
import css from './alerts.module.css'
import { AlertTabs } from './AlertTabs.tsx'
import { amountWords, conditionWords, lengthWords } from './condition-words.ts'

function FiringName({ firing: { ruleId, ruleName } }: { firing: AlertFiring }) {
  const t = useText(alertText)
  if (ruleId === null)
    return (
      <span className={css.ruleName}>
        <bdi>{ruleName}</bdi>
        <span className={css.source}>{t.deletedRule}</span>
      </span>
    )
  return (
    <Link to="/alerts/$id" params={{ id: String(ruleId) }}>
      <bdi>{ruleName}</bdi>
    </Link>
  )
}

function Length({ firing: { beganAt, endedAt } }: { firing: AlertFiring }) {
  const now = useNow()
  return lengthWords((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(beganAt), useLanguage())
}

function End({ firing: { endedBy } }: { firing: AlertFiring }) {
  const t = useText(alertText)
  const ends = useText(firingEndText)
  return endedBy === null ? <b className={css.warned}>{t.stillFiring}</b> : ends[endedBy]
}

function ToldNames({ firing: { told, toldCount } }: { firing: AlertFiring }) {
  const t = useText(alertText)
  if (toldCount === 0) return <None />
  const shown = told.slice(0, 3)
  const names = shown.map(({ name }) => name).join(', ')
  return <bdi>{toldCount > shown.length ? t.toldPeople(names, formatNumber(toldCount - shown.length)) : names}</bdi>
}

/** Screen of the firings of all rules, newest first. */
export function AlertHistoryPage() {
  const t = useText(alertText)
  const language = useLanguage()
  const firings = useAlertFirings()
  const columns = useMemo(
    (): Column<AlertFiring>[] => [
      { id: 'rule', header: t.rule, cell: (firing) => <FiringName firing={firing} />, clipAt: 320, skeleton: 180 },
      { id: 'began', header: t.began, cell: ({ beganAt }) => <Time at={beganAt} />, skeleton: 120 },
      { id: 'lasted', header: t.lasted, align: 'end', cell: (firing) => <Length firing={firing} />, skeleton: 60 },
      { id: 'ended', header: t.ended, cell: (firing) => <End firing={firing} />, skeleton: 60 },
      {
        id: 'condition',
        header: t.condition,
        cell: (firing) => conditionWords({ ...firing, holdMinutes: 0 }, language).replace(/ですぐに$|, at once$/, ''),
        skeleton: 80,
      },
      { id: 'peak', header: t.peak, align: 'end', cell: ({ peak, figure }) => amountWords(peak, figure, language), skeleton: 40 },
      { id: 'told', header: t.told, cell: (firing) => <ToldNames firing={firing} />, clipAt: 320, skeleton: 120 },
    ],
    [t, language],
  )
  return (
    <ListScreen
      title={t.title}
      notes={<AlertTabs open="history" />}
      filter={null}
      list={firings}
      columns={columns}
      rowId={({ id }) => String(id)}
      rowName={({ ruleName }) => ruleName}
      card={(firing) => (
        <CardLines
          name={<FiringName firing={firing} />}
          end={<End firing={firing} />}
          second={[<Time key="began" at={firing.beganAt} />, <Length key="length" firing={firing} />]}
          parts={[
            { name: t.peak, value: amountWords(firing.peak, firing.figure, language) },
            { name: t.told, value: <ToldNames firing={firing} /> },
          ]}
        />
      )}
      empty={<EmptyState title={t.noFirings}>{t.noFiringsWords}</EmptyState>}
    />
  )
}
