import { fileValues, type FileValue } from '@simdeck/protocol/card-files/file-values.ts'
import { knownFile, pathText } from '@simdeck/protocol/card-files/file-names.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { Section } from '../ui/frame/Page.tsx'
import { FailedGlyph, SucceededGlyph } from '../ui/value/glyphs.tsx'
import { Status } from '../ui/value/StatusText.tsx'
import { useLanguage } from '../ui/words/language.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import type { FilePart } from './result-files.ts'
import { scriptText } from './script-text.ts'
import css from './scripts.module.css'

const stateWords = { changed: 'changed', same: 'same', read: 'readOnly', refused: 'refused' } as const

/** A part of a file with its octets and values, before and after a change. */
export function FilePartSection({ part }: { part: FilePart }) {
  const t = useText(scriptText)
  const language = useLanguage()
  const known = knownFile(part.path)
  const none = known?.holdsKeys ? t.holdsKeys : part.isAsked ? t.notRead : t.notAsked
  const place = part.record !== null ? t.record(formatNumber(part.record)) : part.offset > 0 ? t.offset(formatNumber(part.offset)) : ''
  return (
    <Section
      title={known?.name ?? pathText(part.path)}
      note={[pathText(part.path), known?.words[language], place].filter(Boolean).join(' · ')}
      end={
        <Status
          tone={part.state === 'refused' ? 'failed' : 'succeeded'}
          glyph={part.state === 'refused' ? <FailedGlyph /> : <SucceededGlyph />}
        >
          {t[stateWords[part.state]]}
        </Status>
      }
    >
      <dl className={css.octets}>
        {part.state !== 'read' && (
          <>
            <dt>{t.before}</dt>
            <dd>
              <Octets hex={part.before} other={part.after} none={none} />
            </dd>
          </>
        )}
        {part.state !== 'refused' && (
          <>
            <dt>{part.state === 'read' ? t.read : t.after}</dt>
            <dd>
              <Octets hex={part.after} other={part.state === 'read' ? part.after : part.before} none={none} />
            </dd>
          </>
        )}
      </dl>
      <Values part={part} />
    </Section>
  )
}

/** Octets in pairs; those that differ from the other content are marked. `none` stands for a content that is unknown. */
function Octets({ hex, other, none }: { hex: string | null; other: string | null; none: string }) {
  if (hex === null) return <span className={css.note}>{none}</span>
  const octets = hex.match(/../g) ?? []
  return (
    <span className={css.code}>
      {octets.map((octet, at) => {
        const differs = other !== null && octet !== other.slice(2 * at, 2 * at + 2)
        return <span key={at}>{differs ? <mark>{octet}</mark> : octet} </span>
      })}
    </span>
  )
}

/** The values of a standard file, each with the one before. */
function Values({ part }: { part: FilePart }) {
  const language = useLanguage()
  const valuesOf = (hex: string | null): FileValue[] => (hex === null ? [] : fileValues(part.path, fromHex(hex), part.offset))
  const [before, after] = [valuesOf(part.before), valuesOf(part.after)]
  const shown = after.length > 0 ? after : before
  if (shown.length === 0) return null
  const words = (value: FileValue['value'] | undefined): string =>
    value === undefined ? '' : typeof value === 'string' ? value : value[language]
  return (
    <table className={css.values}>
      <tbody>
        {shown.map((value, at) => (
          <tr key={at}>
            <th scope="row">{words(value.name)}</th>
            {before.length > 0 && after.length > 0 && <td>{words(before[at]?.value)} →</td>}
            <td>
              <b>{words(value.value)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
