import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import { connectionWords, otaStatusWords, simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { CancelledGlyph, CardGlyph, OfflineGlyph, OnlineGlyph, OtaGlyph, OtaStatusGlyph } from './glyphs.tsx'
import type { CardShape, Tone } from './glyphs.tsx'
import { defineText, useText } from '../words/text.ts'
import css from './status.module.css'
import tones from '../theme/tones.module.css'

/** Names of the OTA statuses, for chips and labels that accept only text. */
export const otaStatusText = defineText(otaStatusWords)

/** Names of the connection values, for chips and labels that accept only text. */
export const connectionText = defineText(connectionWords)

const toneOf: Record<OtaStatus, Tone> = {
  Ready: 'ready',
  Started: 'started',
  Succeeded: 'succeeded',
  Failed: 'failed',
  Interrupted: 'interrupted',
  Blocked: 'blocked',
  NotFound: 'notfound',
}
/** Statuses of normal operation. Only their icon is coloured. */
const quiet: ReadonlySet<OtaStatus> = new Set(['Ready', 'Succeeded', 'NotFound'])

interface StatusProps {
  tone: Tone
  glyph: ReactNode
  children: ReactNode
  quiet?: boolean
  pill?: boolean
  title?: string
}

/** Icon and text in the colour of a status. Use it for statuses that have no component below, such as that of a certificate. */
export function Status({ tone, glyph, children, quiet: isQuiet = false, pill = false, title }: StatusProps) {
  return (
    <span className={clsx(css.status, tones[tone], pill ? css.pill : isQuiet && css.quiet)} title={title}>
      {glyph}
      <span>{children}</span>
    </span>
  )
}

interface StatusTextProps {
  status: OtaStatus
  /** Progress, 0 to 100. It is shown only while the OTA runs. */
  percent?: number | null
  /** Reason of a Failed OTA. It is `cancelled` if a user cancelled the OTA. */
  reason?: string | null | undefined
  /** True for a coloured background, for the one status that a page is about. */
  pill?: boolean
}

/** Icon and name of the status of an OTA. */
export function StatusText({ status, percent, reason, pill }: StatusTextProps) {
  const t = useText(otaStatusText)
  if (status === 'Failed' && reason === 'cancelled')
    return (
      <Status tone="notfound" glyph={<CancelledGlyph />} quiet pill={pill}>
        {t.Cancelled}
      </Status>
    )
  const running = status === 'Started' && percent !== undefined && percent !== null
  return (
    <Status tone={toneOf[status]} glyph={<OtaStatusGlyph status={status} percent={percent ?? 0} />} quiet={quiet.has(status)} pill={pill}>
      {t[status]}
      {running && ` ${Math.floor(percent)}%`}
    </Status>
  )
}

/** Connection of a SIM as the websocket sends it (specification §4). 0: off, 1: on, 2: an OTA session is open. */
export type Connection = 0 | 1 | 2
const connectionWord = ['off', 'on', 'ota'] as const
const connectionTone = { on: 'online', off: 'offline', ota: 'ota' } as const
const connectionGlyph = { on: <OnlineGlyph />, off: <OfflineGlyph />, ota: <OtaGlyph /> }

/** Connection of a SIM: off, on, or an open OTA session. */
export function ConnectionText({ connection, pill }: { connection: Connection; pill?: boolean }) {
  const t = useText(connectionText)
  const word = connectionWord[connection]
  return (
    <Status tone={connectionTone[word]} glyph={connectionGlyph[word]} quiet={word !== 'ota'} pill={pill}>
      {t[word]}
    </Status>
  )
}

const simMeaning = defineText({
  TEST_READY: { ja: 'テスト可能', en: 'Ready for testing' },
  INVENTORY: { ja: '在庫', en: 'In stock' },
  TRIAL: { ja: '試用中', en: 'On trial' },
  ACTIVATION_READY: { ja: '開通待ち', en: 'Waiting for activation' },
  ACTIVATED: { ja: '利用中', en: 'In service' },
  DEACTIVATED: { ja: '利用停止', en: 'Out of service' },
  RETIRED: { ja: '廃止', en: 'No longer used' },
  PURGED: { ja: '抹消済み', en: 'Erased by the carrier' },
  PRE_ACTIVATED: { ja: '開通前', en: 'Before activation' },
  SUSPENDED: { ja: '一時停止中', en: 'On hold' },
  OPERATOR_BARRED: { ja: '通信事業者による停止', en: 'Barred by the operator' },
  AVAILABLE: { ja: '利用可能', en: 'Can be used' },
  TERMINATED: { ja: '解約済み', en: 'Contract ended' },
  TARIFF_HOLIDAY: { ja: '課金休止中', en: 'Not billed at present' },
  REPLACED: { ja: '交換済み', en: 'Replaced by another SIM' },
})

const shapeOf: Record<SimStatus, CardShape> = {
  ACTIVATED: 'inService',
  TEST_READY: 'prepared',
  INVENTORY: 'prepared',
  TRIAL: 'prepared',
  ACTIVATION_READY: 'prepared',
  PRE_ACTIVATED: 'prepared',
  AVAILABLE: 'prepared',
  DEACTIVATED: 'onHold',
  SUSPENDED: 'onHold',
  OPERATOR_BARRED: 'onHold',
  TARIFF_HOLIDAY: 'onHold',
  RETIRED: 'ended',
  PURGED: 'ended',
  TERMINATED: 'ended',
  REPLACED: 'ended',
}
const shapeTone: Record<CardShape, Tone> = { inService: 'online', prepared: 'ready', onHold: 'interrupted', ended: 'offline' }

export const simStatusTone = (status: SimStatus): Tone => shapeTone[shapeOf[status]]

/** Status of a SIM at the carrier. Its label is English in both languages; its meaning is the tooltip. */
export function SimStatusText({ status }: { status: SimStatus }) {
  const t = useText(simMeaning)
  return (
    <Status tone={simStatusTone(status)} glyph={<CardGlyph shape={shapeOf[status]} />} quiet title={t[status]}>
      {simStatusLabel[status]}
    </Status>
  )
}
