import type { SecurityEvent } from '@simdeck/contract/security-log.ts'
import { useMemo } from 'react'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { FailedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import css from '../screen/log-screen.module.css'
import { RowLink } from '../screen/RowLink.tsx'
import { accountOf, detailOf } from './security-row.ts'
import { eventText, securityText } from './security-text.ts'

function Clipped({ words }: { words: string | null }) {
  return words === null ? <None /> : <bdi title={words}>{words}</bdi>
}

/** Outcome of an event. */
export function Outcome({ row: { outcome }, pill = false }: { row: SecurityEvent; pill?: boolean }) {
  const t = useText(logText)
  return outcome === 'success' ? (
    <Status tone="succeeded" glyph={<SucceededGlyph />} quiet pill={pill}>
      {t.success}
    </Status>
  ) : (
    <Status tone="failed" glyph={<FailedGlyph />} pill={pill}>
      {t.failure('')}
    </Status>
  )
}

/** Columns of the security log. */
export function useSecurityColumns(): Column<SecurityEvent>[] {
  const t = useText(securityText)
  const events = useText(eventText)
  const { time } = useText(logText)
  const language = useLanguage()
  return useMemo(
    () => [
      { id: 'at', header: time, sortable: true, cell: (row) => <RowLink id={row.id} at={row.at} name={events[row.event]} /> },
      { id: 'event', header: t.event, cell: (row) => <b className={css.name}>{events[row.event]}</b> },
      { id: 'who', header: t.who, cell: (row) => <Clipped words={accountOf(row, language)} />, clipAt: 240, skeleton: 150 },
      { id: 'target', header: t.target, cell: (row) => <Clipped words={row.target} />, clipAt: 200, skeleton: 100 },
      { id: 'detail', header: t.detail, cell: (row) => <Clipped words={detailOf(row, language)} />, clipAt: 320, skeleton: 200 },
      {
        id: 'times',
        header: t.times,
        align: 'end',
        cell: (row) => (row.count > 1 ? t.timesOf(formatNumber(row.count)) : <None />),
      },
      { id: 'address', header: t.address, group: 'who', cell: (row) => <Clipped words={row.ip} />, skeleton: 90 },
      { id: 'source', header: t.source, group: 'who', cell: (row) => <span className={css.mono}>{row.source ?? t.onServer}</span> },
      { id: 'result', header: t.result, group: 'who', cell: (row) => <Outcome row={row} /> },
    ],
    [t, events, time, language],
  )
}

/** A row of the security log as a card on a phone. */
export function SecurityCard({ row }: { row: SecurityEvent }) {
  const events = useText(eventText)
  const language = useLanguage()
  return (
    <>
      <CardLines
        name={events[row.event]}
        end={
          <>
            {row.outcome === 'failure' && <Outcome row={row} />}
            <RowLink id={row.id} at={row.at} name={events[row.event]} short />
          </>
        }
        second={[accountOf(row, language) ?? '', row.ip ?? '']}
      />
      <span className={css.line}>{detailOf(row, language) ?? row.target}</span>
    </>
  )
}
