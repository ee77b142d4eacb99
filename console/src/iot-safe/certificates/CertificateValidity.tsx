import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { CertStatus, SimCertificate } from '@simdeck/contract/sim-certificates.ts'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import type { CSSProperties } from 'react'
import { queryOf } from '../../session/api/query.ts'
import chart from '../../settings/private-ca/validity.module.css'
import { Section } from '../../ui/frame/Page.tsx'
import tones from '../../ui/theme/tones.module.css'
import type { Tone } from '../../ui/value/glyphs.tsx'
import { formatDay, useNow } from '../../ui/words/clock.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { certificateText } from './certificate-text.ts'
import { certText } from './certificate-words.ts'
import css from './certificate.module.css'
import { monthScale } from './month-scale.ts'

const toneOf: Readonly<Record<CertStatus, Tone>> = {
  None: 'ready',
  Issued: 'ready',
  Writing: 'started',
  Active: 'succeeded',
  Expired: 'failed',
  Revoked: 'failed',
  Failed: 'failed',
  Deleted: 'notfound',
}
/** The most other certificates of the slot that are drawn below it. */
const others = 3
/** The place from which on the words of a bar stand over it, because there is no room behind it. */
const lastWithRoom = 0.55

const monthName = (at: number): string => {
  const [year, month] = new Date(at).toISOString().split('-')
  return `${month}-${year}`
}

interface Bar {
  one: SimCertificate
  from: number
  to: number
}
const barOf = (one: SimCertificate): Bar[] =>
  one.valid_from === null || one.valid_to === null ? [] : [{ one, from: Date.parse(one.valid_from), to: Date.parse(one.valid_to) }]

/** The validity of a certificate over the months with today and the time of its renewal, above the other certificates of its slot. */
export function CertificateValidity({ of: own }: { of: SimCertificate }) {
  useZone()
  const t = useText(certificateText)
  const now = useNow()
  const { data } = useQuery(queryOf(endpoints.listSimCertificates, { params: { simId: own.simId }, query: { take: '100' } }))
  const beside = (data?.data ?? []).filter(({ id, slotId }) => id !== own.id && slotId === own.slotId)
  const bars = [...barOf(own), ...beside.flatMap(barOf).slice(0, others)]
  if (barOf(own).length === 0) return null
  const { months, placeOf } = monthScale([now, ...bars.flatMap(({ from, to }) => [from, to])])
  const at = (moment: number) => ({ '--at': placeOf(moment) }) as CSSProperties
  return (
    <Section title={t.validity} end={<RenewalNote of={own} />}>
      <div className={chart.chart}>
        <ol className={chart.years} aria-hidden="true">
          {months.map((month) => (
            <li key={month} style={at(month)}>
              {monthName(month)}
            </li>
          ))}
        </ol>
        <span className={chart.today} style={at(now)} aria-hidden="true">
          <b>{t.today}</b>
        </span>
        <ol className={chart.bars}>
          {bars.map((bar) => (
            <BarRow key={bar.one.id} of={bar} placeOf={placeOf} renewAt={bar.one.id === own.id && renews(own) ? own.renewAt : null} />
          ))}
        </ol>
      </div>
    </Section>
  )
}

const renews = ({ certStatus, managementStatus, templateId }: SimCertificate): boolean =>
  certStatus === 'Active' && managementStatus !== 'NeedDelete' && templateId !== null

function RenewalNote({ of: own }: { of: SimCertificate }) {
  const t = useText(certificateText)
  if (!renews(own) || own.renewAt === null) return null
  return <span className={css.renewalNote}>{t.renewsFrom(formatDay(own.renewAt))}</span>
}

function BarRow({ of: { one, from, to }, placeOf, renewAt }: { of: Bar; placeOf: (at: number) => number; renewAt: string | null }) {
  const states = useText(certText)
  const place = { '--at': placeOf(from), '--to': placeOf(to) } as CSSProperties
  return (
    <li className={clsx(chart.row, tones[toneOf[one.certStatus]])} style={place} data-over={placeOf(to) > lastWithRoom || undefined}>
      <span className={chart.bar} aria-hidden="true" />
      {renewAt !== null && (
        <span
          className={clsx(css.renewal, tones['interrupted'])}
          style={{ '--at': placeOf(Math.max(from, Date.parse(renewAt))), '--to': placeOf(to) } as CSSProperties}
          aria-hidden="true"
        />
      )}
      <span className={chart.words}>
        <bdi>{one.certificateSerial?.slice(0, 8).toUpperCase()}</bdi>
        <span>
          {formatDay(from)} – {formatDay(to)}
        </span>
        <span>{states[one.certStatus]}</span>
      </span>
    </li>
  )
}
