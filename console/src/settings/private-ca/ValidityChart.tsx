import type { AuthorityState } from '@simdeck/contract/certificate-authorities.ts'
import clsx from 'clsx'
import type { CSSProperties } from 'react'
import tones from '../../ui/theme/tones.module.css'
import type { Tone } from '../../ui/value/glyphs.tsx'
import { formatDay, useNow } from '../../ui/words/clock.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import css from '../settings.module.css'
import type { TreeRow } from './authority-query.ts'
import { Period } from './Period.tsx'
import own from './validity.module.css'
import { privateCaText } from './private-ca-text.ts'
import { yearScale } from './year-scale.ts'

/** The validity of most certificates of devices. A CA that ends before such a certificate issues no more of them. */
const yearMs = 365 * 86_400_000
/** The place from which on the words of a bar stand over it, because there is no room behind it. */
const lastWithRoom = 0.6

const toneOf: Record<AuthorityState, Tone> = {
  active: 'succeeded',
  endingSoon: 'interrupted',
  awaitingCertificate: 'ready',
  notYetValid: 'ready',
  expired: 'failed',
  revoked: 'notfound',
  issuerUnusable: 'blocked',
  keyMissing: 'failed',
}

/** The periods of the CAs over the years, with today, and the last day on which each can issue a certificate of one year. */
export function ValidityChart({ rows }: { rows: readonly TreeRow[] }) {
  useZone()
  const t = useText(privateCaText)
  const now = useNow()
  const valid = rows.flatMap((row) =>
    row.validFrom === null || row.validTo === null ? [] : [{ row, from: Date.parse(row.validFrom), to: Date.parse(row.validTo) }],
  )
  if (valid.length === 0) return null
  const { years, placeOf } = yearScale([now, ...valid.flatMap(({ from, to }) => [from, to])])
  const isTooLate = ({ row, to }: (typeof valid)[number]) => (row.state === 'active' || row.state === 'endingSoon') && to - yearMs < now
  const at = (moment: number) => ({ '--at': placeOf(moment) }) as CSSProperties
  return (
    <section className={own.section} aria-label={t.validity}>
      <div className={css.head}>
        <h3>{t.validity}</h3>
        <span className={css.help}>{t.validityNote}</span>
      </div>
      <div className={own.chart}>
        <ol className={own.years} aria-hidden="true">
          {years.map((year) => (
            <li key={year} style={at(Date.UTC(year, 0))}>
              {year}
            </li>
          ))}
        </ol>
        <span className={own.today} style={at(now)} aria-hidden="true">
          <b>{t.today}</b>
        </span>
        <ol className={own.bars}>
          {valid.map((one) => {
            const { row, from, to } = one
            return (
              <li
                key={row.id}
                className={clsx(own.row, tones[isTooLate(one) ? 'interrupted' : toneOf[row.state]])}
                style={{ '--at': placeOf(from), '--to': placeOf(to) } as CSSProperties}
                data-over={placeOf(to) > lastWithRoom || undefined}
              >
                <span className={own.bar} aria-hidden="true" />
                <span className={own.words}>
                  <bdi>{row.name}</bdi>
                  <span className={own.period}>
                    <Period from={row.validFrom} to={row.validTo} />
                  </span>
                  {isTooLate(one) && <em>{t.tooLateForYear(formatDay(to - yearMs))}</em>}
                </span>
              </li>
            )
          })}
        </ol>
      </div>
    </section>
  )
}
