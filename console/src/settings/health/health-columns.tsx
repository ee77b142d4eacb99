import { useMemo } from 'react'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { FailedGlyph, InterruptedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Num } from '../../ui/value/Num.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { ClockTime, Time } from '../../ui/value/Time.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import type { HealthLine } from './health-lines.ts'
import { healthText } from './health-text.ts'

function JobTitle({ line }: { line: HealthLine }) {
  const title = line.title[useLanguage()]
  return <span title={title}>{title}</span>
}

function Outcome({ line: { outcome, late, error } }: { line: HealthLine }) {
  const t = useText(healthText)
  if (outcome === 'failed')
    return (
      <Status tone="failed" glyph={<FailedGlyph />}>
        {error === null ? t.failed : t.failedBy(error)}
      </Status>
    )
  if (late)
    return (
      <Status tone="interrupted" glyph={<InterruptedGlyph />} title={t.lateWords}>
        {t.late}
      </Status>
    )
  return (
    <Status tone="succeeded" glyph={<SucceededGlyph />} quiet>
      {t.succeeded}
    </Status>
  )
}

function Duration({ ms }: { ms: number }) {
  const t = useText(healthText)
  return <>{ms < 1000 ? t.ms(formatNumber(ms)) : t.seconds(formatNumber(Math.round(ms / 100) / 10))}</>
}

function StoredWork({ line: { stored } }: { line: HealthLine }) {
  const t = useText(healthText)
  if (!stored) return <None />
  const { running, waiting, retrying, dead } = stored
  const facts = [
    ...(running > 0 ? [t.running(formatNumber(running))] : []),
    t.waiting(formatNumber(waiting)),
    ...(retrying > 0 ? [t.retrying(formatNumber(retrying))] : []),
    ...(dead > 0 ? [t.dead(formatNumber(dead))] : []),
  ]
  return <>{facts.join(' · ')}</>
}

export function useHealthColumns(withNode: boolean): Column<HealthLine>[] {
  const t = useText(healthText)
  return useMemo(
    () => [
      { id: 'title', header: t.job, cell: (line) => <JobTitle line={line} />, clipAt: 300, skeleton: 220 },
      { id: 'outcome', header: t.outcome, cell: (line) => <Outcome line={line} />, skeleton: 60 },
      { id: 'started_at', header: t.startedAt, cell: ({ started_at }) => <Time at={started_at} relative="aligned" />, skeleton: 150 },
      { id: 'duration', header: t.duration, align: 'end', cell: ({ duration_ms }) => <Duration ms={duration_ms} />, skeleton: 50 },
      { id: 'next_at', header: t.nextAt, cell: ({ next_at }) => <ClockTime at={next_at} />, skeleton: 60 },
      { id: 'failures', header: t.failures, align: 'end', cell: ({ failures }) => <Num value={failures} />, skeleton: 20 },
      { id: 'stored', header: t.stored, cell: (line) => <StoredWork line={line} />, skeleton: 80 },
      ...(withNode ? [{ id: 'node', header: t.node, cell: ({ node }: HealthLine) => <span title={node}>{node}</span>, clipAt: 160 }] : []),
    ],
    [t, withNode],
  )
}

export function HealthCard({ line }: { line: HealthLine }) {
  const t = useText(healthText)
  return (
    <CardLines
      name={<JobTitle line={line} />}
      end={<Outcome line={line} />}
      second={[<Time key="started" at={line.started_at} />, <Duration key="duration" ms={line.duration_ms} />]}
      parts={[
        { name: t.nextAt, value: <ClockTime at={line.next_at} /> },
        { name: t.failures, value: <Num value={line.failures} /> },
        ...(line.stored ? [{ name: t.stored, value: <StoredWork line={line} /> }] : []),
      ]}
    />
  )
}
