import { unitOf } from '@simdeck/contract/alert-figures.ts'
import type { AlertRule } from '@simdeck/contract/alerts.ts'
import { IconBell, IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CardLines } from '../ui/table/CardLines.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { None } from '../ui/value/None.tsx'
import { Time } from '../ui/value/Time.tsx'
import { useLanguage } from '../ui/words/language.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import type { Translations } from '../ui/words/text.ts'
import { alertText, figureText } from './alert-text.ts'
import { AlertState } from './AlertState.tsx'
import css from './alerts.module.css'
import { amountWords, conditionWords, figureOf } from './condition-words.ts'
import { Curve } from './Curve.tsx'
import { OnSwitch } from './OnSwitch.tsx'

function sourceWords(
  { source, sourceName, keepsCopy }: AlertRule,
  t: Translations<typeof alertText>,
  figures: Translations<typeof figureText>,
): string {
  if (source.kind === 'figure') return t.ofFigure(figures[source.figure])
  if (sourceName === null) return t.ofFilters
  return keepsCopy ? t.ofCopy(sourceName) : t.ofView(sourceName)
}

function RuleName({ rule }: { rule: AlertRule }) {
  const t = useText(alertText)
  const figures = useText(figureText)
  return (
    <span className={css.ruleName}>
      <Link to="/alerts/$id" params={{ id: String(rule.id) }}>
        <bdi>{rule.name}</bdi>
      </Link>
      <span className={css.source}>{sourceWords(rule, t, figures)}</span>
    </span>
  )
}

function Condition({ rule }: { rule: AlertRule }) {
  return conditionWords({ ...rule, figure: figureOf(rule.source) }, useLanguage())
}

function Recipients({ rule: { recipients } }: { rule: AlertRule }) {
  const t = useText(alertText)
  const names = recipients.map(({ kind, name }) => (kind === 'everyone' ? t.everyone : name))
  if (names.length === 0) return <span className={css.warned}>{t.nobody}</span>
  return <bdi title={names.join(', ')}>{names.length > 1 ? t.andMore(names[0]!, formatNumber(names.length - 1)) : names[0]}</bdi>
}

function Ways({ rule: { recipients } }: { rule: AlertRule }) {
  const t = useText(alertText)
  const [bell, mail] = [recipients.some((one) => one.bell), recipients.some((one) => one.mail)]
  return (
    <span className={css.ways}>
      {bell && <IconBell size={15} role="img" aria-label={t.bell} />}
      {mail && <IconMail size={15} role="img" aria-label={t.mail} />}
    </span>
  )
}

function Value({ rule: { value, source } }: { rule: AlertRule }) {
  const language = useLanguage()
  const figure = figureOf(source)
  if (value === null) return <None />
  return <b>{unitOf(figure) === 'sims' ? formatNumber(value) : amountWords(value, figure, language)}</b>
}

export function useAlertColumns(): Column<AlertRule>[] {
  const t = useText(alertText)
  return useMemo(
    () => [
      { id: 'name', header: t.rule, cell: (rule) => <RuleName rule={rule} />, clipAt: 360, skeleton: 200 },
      { id: 'state', header: t.state, cell: (rule) => <AlertState rule={rule} />, skeleton: 90 },
      { id: 'condition', header: t.condition, cell: (rule) => <Condition rule={rule} />, skeleton: 100 },
      { id: 'now', header: t.now, align: 'end', cell: (rule) => <Value rule={rule} />, skeleton: 40 },
      {
        id: 'day',
        header: t.day,
        cell: ({ day, threshold }) => <Curve values={day} threshold={threshold} width={96} height={20} />,
        skeleton: 96,
      },
      { id: 'tells', header: t.tells, group: 'tells', cell: (rule) => <Recipients rule={rule} />, clipAt: 200 },
      { id: 'by', header: t.by, group: 'tells', cell: (rule) => <Ways rule={rule} />, skeleton: 40 },
      {
        id: 'lastFired',
        header: t.lastFired,
        group: 'tells',
        cell: ({ lastFiredAt }) => (lastFiredAt === null ? t.never : <Time at={lastFiredAt} />),
        skeleton: 120,
      },
      { id: 'on', header: t.on, group: 'tells', cell: (rule) => <OnSwitch rule={rule} />, skeleton: 32 },
    ],
    [t],
  )
}

export function AlertCard({ rule }: { rule: AlertRule }) {
  const t = useText(alertText)
  return (
    <CardLines
      name={<RuleName rule={rule} />}
      end={<AlertState rule={rule} />}
      second={[<Condition key="condition" rule={rule} />, <Recipients key="tells" rule={rule} />]}
      parts={[
        { name: t.now, value: <Value rule={rule} /> },
        { name: t.day, value: <Curve values={rule.day} threshold={rule.threshold} width={120} height={20} /> },
      ]}
      partsEnd={<OnSwitch rule={rule} />}
    />
  )
}
