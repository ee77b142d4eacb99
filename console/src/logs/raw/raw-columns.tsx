import type { RawApiCall, RawProxyCall } from '@simdeck/contract/raw-logs.ts'
import { useCallback, useMemo } from 'react'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { FailedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { formatBytes, formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import css from '../screen/log-screen.module.css'
import { ResultText } from '../screen/ResultText.tsx'
import { RowLink } from '../screen/RowLink.tsx'
import { rawText } from './raw-text.ts'

const Clipped = ({ words }: { words: string | null }) => (words === null ? <None /> : <bdi title={words}>{words}</bdi>)
const Bytes = ({ size }: { size: number | null }) => (size === null ? <None /> : formatBytes(size))

export function Ms({ ms }: { ms: number | null }) {
  const t = useText(rawText)
  return ms === null ? <None /> : t.ms(formatNumber(ms))
}

/** Text of a row that stands for rows that were left out. */
export function LeftOut({ rows }: { rows: number }) {
  const t = useText(logText)
  return <span className={css.warning}>{t.leftOut(formatNumber(rows))}</span>
}

export function ProxyResult({ ok }: { ok: boolean | null }) {
  const t = useText(logText)
  if (ok === null) return <None />
  return ok ? (
    <Status tone="succeeded" glyph={<SucceededGlyph />} quiet>
      {t.success}
    </Status>
  ) : (
    <Status tone="failed" glyph={<FailedGlyph />}>
      {t.failure('')}
    </Status>
  )
}

/** Answer of another system in words. */
export function useAnswer(): (row: RawProxyCall) => string | null {
  const t = useText(rawText)
  return useCallback(
    ({ ok, answer }: RawProxyCall) => {
      if (ok && answer === '') return t.accepted
      return answer === 'unreachable' ? t.unreachable : answer
    },
    [t],
  )
}

export const callName = ({ method, route }: RawApiCall): string => `${method ?? ''} ${route ?? ''}`.trim()

/** Columns of the raw API log. */
export function useRawApiColumns(): Column<RawApiCall>[] {
  const t = useText(rawText)
  const { time } = useText(logText)
  return useMemo(
    () => [
      { id: 'at', header: time, sortable: true, cell: (row) => <RowLink id={row.id} at={row.at} name={callName(row)} /> },
      { id: 'method', header: t.method, cell: (row) => <span className={css.mono}>{row.method}</span> },
      {
        id: 'route',
        header: t.route,
        cell: (row) =>
          row.left_out === null ? (
            <span className={css.mono} title={row.route ?? ''}>
              {row.route}
            </span>
          ) : (
            <LeftOut rows={row.left_out} />
          ),
        clipAt: 420,
        skeleton: 240,
      },
      { id: 'caller', header: t.caller, cell: (row) => <Clipped words={row.caller} />, clipAt: 220, skeleton: 140 },
      { id: 'ms', header: t.took, align: 'end', cell: (row) => <Ms ms={row.ms} /> },
      { id: 'sent', header: t.sent, align: 'end', cell: (row) => <Bytes size={row.request_bytes} /> },
      { id: 'received', header: t.received, align: 'end', cell: (row) => <Bytes size={row.response_bytes} /> },
      { id: 'address', header: t.address, group: 'who', cell: (row) => <Clipped words={row.ip} />, skeleton: 90 },
      { id: 'source', header: t.source, group: 'who', cell: (row) => <span className={css.mono}>{row.source}</span> },
      {
        id: 'result',
        header: t.result,
        group: 'who',
        cell: (row) => (row.status === null ? <None /> : <ResultText status={row.status} />),
      },
    ],
    [t, time],
  )
}

/** A row of the raw API log as a card on a phone. */
export function RawApiCard({ row }: { row: RawApiCall }) {
  return (
    <CardLines
      name={row.left_out === null ? callName(row) : <LeftOut rows={row.left_out} />}
      end={<RowLink id={row.id} at={row.at} name={callName(row)} short />}
      second={[row.caller ?? '', <Ms key="ms" ms={row.ms} />, row.status === null ? '' : <ResultText key="result" status={row.status} />]}
    />
  )
}

/** Columns of the raw proxy log. */
export function useRawProxyColumns(): Column<RawProxyCall>[] {
  const t = useText(rawText)
  const { time } = useText(logText)
  const answerOf = useAnswer()
  return useMemo(
    () => [
      { id: 'at', header: time, sortable: true, cell: (row) => <RowLink id={row.id} at={row.at} name={row.host ?? ''} /> },
      { id: 'kind', header: t.kind, cell: (row) => (row.kind === null ? <None /> : t[row.kind]) },
      {
        id: 'host',
        header: t.host,
        cell: (row) => (row.left_out === null ? <Clipped words={row.host} /> : <LeftOut rows={row.left_out} />),
        clipAt: 300,
        skeleton: 180,
      },
      { id: 'operation', header: t.operation, cell: (row) => <span className={css.mono}>{row.operation}</span> },
      { id: 'answer', header: t.answer, cell: (row) => <Clipped words={answerOf(row)} />, clipAt: 360, skeleton: 200 },
      { id: 'ms', header: t.took, align: 'end', cell: (row) => <Ms ms={row.ms} /> },
      { id: 'sent', header: t.sent, align: 'end', cell: (row) => <Bytes size={row.request_bytes} /> },
      { id: 'result', header: t.result, group: 'who', cell: (row) => <ProxyResult ok={row.ok} /> },
    ],
    [t, time, answerOf],
  )
}

/** A row of the raw proxy log as a card on a phone. */
export function RawProxyCard({ row }: { row: RawProxyCall }) {
  const answerOf = useAnswer()
  return (
    <CardLines
      name={row.left_out === null ? row.host : <LeftOut rows={row.left_out} />}
      end={<RowLink id={row.id} at={row.at} name={row.host ?? ''} short />}
      second={[row.operation ?? '', answerOf(row) ?? '', <ProxyResult key="result" ok={row.ok} />]}
    />
  )
}
