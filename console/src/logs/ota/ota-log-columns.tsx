import type { RawOtaMessage } from '@simdeck/contract/raw-logs.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { None } from '../../ui/value/None.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import css from '../screen/log-screen.module.css'
import { RowLink } from '../screen/RowLink.tsx'
import { useMessageName } from './message-name.ts'
import { otaLogText } from './ota-log-text.ts'

const withoutSession = '00000000'

/** True for a message that belongs to a session: a poll without work has none. */
export const hasSession = ({ session_id: id }: RawOtaMessage): boolean => id !== withoutSession

/** The last status word of a message; null for none. */
export const statusWordOf = ({ commands }: RawOtaMessage): string | null => commands.findLast(({ sw }) => sw !== null)?.sw ?? null

/** The commands of a message as one line; consecutive commands of one name are one. */
export const commandsOf = ({ commands }: RawOtaMessage): string =>
  commands
    .map(({ name }) => name)
    .filter((name, index, all) => name !== all[index - 1])
    .join(', ')

export function SimOfMessage({ row: { sim_id: id, iccid } }: { row: RawOtaMessage }) {
  const t = useText(otaLogText)
  if (id === null) return t.unknownSim
  if (iccid === null) return t.deletedSim(String(id))
  return (
    <Link to="/sims/$id/$cid" params={{ id: String(id), cid: iccid }}>
      {iccid}
    </Link>
  )
}

export function SessionOfMessage({ row }: { row: RawOtaMessage }) {
  const t = useText(otaLogText)
  if (!hasSession(row)) return <span className={css.grey}>{t.noSession}</span>
  return <span className={css.mono}>{row.session_id}</span>
}

/** Columns of the raw OTA service log. */
export function useOtaLogColumns(): Column<RawOtaMessage>[] {
  const t = useText(otaLogText)
  const { time } = useText(logText)
  const nameOf = useMessageName()
  return useMemo(
    () => [
      { id: 'at', header: time, sortable: true, cell: (row) => <RowLink id={row.id} at={row.at} name={nameOf(row.code)} /> },
      { id: 'direction', header: t.direction, cell: ({ direction }) => t[direction] },
      {
        id: 'message',
        header: t.message,
        cell: ({ code }) => (code === 0 ? nameOf(code) : <span className={css.mono}>{`${code} ${nameOf(code)}`}</span>),
        skeleton: 130,
      },
      { id: 'sim', header: t.iccid, cell: (row) => <SimOfMessage row={row} />, skeleton: 150 },
      { id: 'session', header: t.session, cell: (row) => <SessionOfMessage row={row} />, skeleton: 70 },
      {
        id: 'commands',
        header: t.commands,
        cell: (row) => (row.commands.length === 0 ? <None /> : <span title={commandsOf(row)}>{commandsOf(row)}</span>),
        clipAt: 320,
        skeleton: 180,
      },
      { id: 'sw', header: t.statusWord, cell: (row) => <span className={css.mono}>{statusWordOf(row) ?? <None />}</span>, skeleton: 40 },
      { id: 'bytes', header: t.bytes, align: 'end', cell: ({ bytes }) => formatNumber(bytes) },
    ],
    [t, time, nameOf],
  )
}

function CommandLine({ row }: { row: RawOtaMessage }) {
  const words = `${commandsOf(row)} ${statusWordOf(row) ?? ''}`.trim()
  return (
    <span className={css.line} title={words}>
      {words}
    </span>
  )
}

/** A message as a card on a phone. */
export function OtaLogCard({ row }: { row: RawOtaMessage }) {
  const t = useText(otaLogText)
  const nameOf = useMessageName()
  return (
    <CardLines
      name={nameOf(row.code)}
      end={<RowLink id={row.id} at={row.at} name={nameOf(row.code)} short />}
      second={[<SimOfMessage key="sim" row={row} />, t[row.direction]]}
      parts={[
        { name: t.session, value: <SessionOfMessage row={row} /> },
        ...(row.commands.length > 0 ? [{ name: t.commands, value: <CommandLine row={row} /> }] : []),
      ]}
    />
  )
}
