import { explainStatusWord, isSuccess } from '@simdeck/protocol/status-words.ts'
import { isMessageCode, messageNames } from '@simdeck/protocol/ota/message-codes.ts'
import clsx from 'clsx'
import { useState } from 'react'
import { TextButton } from '../../ui/form/Button.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { ClockTime } from '../../ui/value/Time.tsx'
import type { SessionHex } from './raw-log.ts'
import { commandTitle, traceContent } from './trace-content.ts'
import type { PackageNames } from './trace-content.ts'
import { foldLines } from './trace-lines.ts'
import type { TraceLine } from './trace-lines.ts'
import { traceText } from './trace-text.ts'
import css from './trace.module.css'

interface TraceTableProps {
  /** Accessible name, which contains the id of the session. */
  label: string
  lines: readonly TraceLine[]
  names: PackageNames
  /** Hex of the messages; null to show them as text. */
  hex: SessionHex | null
}

export function TraceTable({ label, lines, names, hex }: TraceTableProps) {
  const t = useText(traceText)
  const [whole, setWhole] = useState(false)
  const shown = whole ? lines : foldLines(lines)
  return (
    <div className={css.wrap} role="region" aria-label={label} tabIndex={0}>
      <table className={css.trace}>
        <thead>
          <tr>
            <th scope="col">{t.time}</th>
            <th scope="col" className={clsx(css.end, css.wideOnly)}>
              ms
            </th>
            <th scope="col">
              <span className={css.ends}>
                <span>{t.server}</span>
                <span>{t.card}</span>
              </span>
            </th>
            <th scope="col">{t.message}</th>
            <th scope="col" className={css.what}>
              {t.content}
            </th>
            <th scope="col">{t.statusWord}</th>
            <th scope="col" className={clsx(css.end, css.wideOnly)}>
              {t.bytes}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line, index) =>
            'hidden' in line ? (
              <tr key={`hidden-${index}`} className={css.hidden}>
                <td colSpan={7}>
                  <TextButton onClick={() => setWhole(true)}>{t.showHidden(formatNumber(line.hidden))}</TextButton>
                </td>
              </tr>
            ) : (
              <TraceRow key={line.message.id} line={line} names={names} hex={hex} />
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

function TraceRow({ line, names, hex }: { line: TraceLine; names: PackageNames; hex: SessionHex | null }) {
  const t = useText(traceText)
  const language = useLanguage()
  const { message, deltaMs, bad } = line
  const up = message.direction === 'card'
  const content = traceContent(line, names, language)
  return (
    <tr className={clsx(up && css.up, bad && css.bad)}>
      <td>
        <ClockTime at={message.at} withMs />
      </td>
      <td className={clsx(css.end, css.grey, css.wideOnly)}>{deltaMs === null ? '' : `+${formatNumber(deltaMs)}`}</td>
      <td>
        <svg
          className={css.wire}
          viewBox="0 0 104 12"
          preserveAspectRatio={up ? 'xMinYMid slice' : 'xMaxYMid slice'}
          role="img"
          aria-label={up ? t.up : t.down}
        >
          <path d={up ? 'M2 6h100M8 1.5 2 6l6 4.5' : 'M2 6h100M96 1.5 102 6l-6 4.5'} />
        </svg>
      </td>
      <td className={css.name}>
        <span className={css.code}>{message.code}</span>
        <HexText value={isMessageCode(message.code) ? messageNames[message.code] : String(message.code)} />
      </td>
      <td className={clsx(css.what, !hex && css.clip)} title={hex ? undefined : content}>
        {hex ? <HexLines line={line} hex={hex.get(message.id) ?? []} /> : content}
      </td>
      <td className={css.sw}>
        {line.sw && <StatusWord sw={line.sw.toUpperCase()} bad={bad} meaning={explainStatusWord(Number.parseInt(line.sw, 16))[language]} />}
      </td>
      <td className={clsx(css.end, css.grey, css.wideOnly)}>{formatNumber(message.bytes)}</td>
    </tr>
  )
}

function StatusWord({ sw, meaning, bad }: { sw: string; meaning: string; bad: boolean }) {
  const failing = bad && !isSuccess(Number.parseInt(sw, 16))
  return (
    <span className={failing ? css.failing : css.fine}>
      <HexText value={sw} /> {meaning}
    </span>
  )
}

/**
 * Hex of each command or response, followed by the name of the command: of a command its header, of a response its data and status
 * word.
 */
function HexLines({ line, hex }: { line: TraceLine; hex: readonly string[] }) {
  const t = useText(traceText)
  const language = useLanguage()
  const { commands } = line.message
  if (commands.length === 0) return <span className={css.grey}>{t.hexNone}</span>
  return commands.map((command, index) => (
    <span key={`${command.index}-${index}`} className={css.hexLine}>
      <HexText value={[(hex[index] ?? '').toUpperCase(), command.sw?.toUpperCase()].filter(Boolean).join(' ')} />{' '}
      <span className={css.hexName}>{commandTitle(command, language)}</span>
    </span>
  ))
}
