import type { SimCertificate } from '@simdeck/contract/sim-certificates.ts'
import type { ReactNode } from 'react'
import { BlockedGlyph, FailedGlyph, NotFoundGlyph, ReadyGlyph, StartedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import type { Tone } from '../../ui/value/glyphs.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { certificateText } from './certificate-text.ts'
import { certText, csrText, keyPairText, managementText } from './certificate-words.ts'

/** State of a step of an issuance, by which it is drawn. */
export type StepState = 'waiting' | 'running' | 'done' | 'failed' | 'ended'

const looks: Readonly<Record<StepState, { tone: Tone; glyph: ReactNode }>> = {
  waiting: { tone: 'ready', glyph: <ReadyGlyph /> },
  running: { tone: 'started', glyph: <StartedGlyph percent={40} /> },
  done: { tone: 'succeeded', glyph: <SucceededGlyph /> },
  failed: { tone: 'failed', glyph: <FailedGlyph /> },
  ended: { tone: 'notfound', glyph: <NotFoundGlyph /> },
}

export const keyStates: Readonly<Record<SimCertificate['keyPairStatus'], StepState>> = {
  NotGenerated: 'waiting',
  Requested: 'running',
  Generated: 'done',
  Failed: 'failed',
  Deleted: 'ended',
}
export const csrStates: Readonly<Record<SimCertificate['csrStatus'], StepState>> = {
  None: 'waiting',
  Requested: 'running',
  Received: 'running',
  Verified: 'done',
  Signed: 'done',
  Rejected: 'failed',
}
export const certStates: Readonly<Record<SimCertificate['certStatus'], StepState>> = {
  None: 'waiting',
  Issued: 'waiting',
  Writing: 'running',
  Active: 'done',
  Expired: 'failed',
  Revoked: 'failed',
  Failed: 'failed',
  Deleted: 'ended',
}

/** Icon and name of the state of a step. */
export function StepStatus({ state, children, pill }: { state: StepState; children: ReactNode; pill?: boolean }) {
  const { tone, glyph } = looks[state]
  return (
    <Status tone={tone} glyph={glyph} quiet={state === 'done' || state === 'ended'} pill={pill}>
      {children}
    </Status>
  )
}

type States = Pick<SimCertificate, 'keyPairStatus' | 'csrStatus' | 'certStatus' | 'deliveryType'>

/** State of a certificate as a whole: that of the last step which has begun. */
export function CertificateStatus({ of: one, pill }: { of: States; pill?: boolean }) {
  const t = useText(certificateText)
  const [key, csr, cert] = [useText(keyPairText), useText(csrText), useText(certText)]
  if (one.certStatus !== 'None')
    return (
      <StepStatus state={certStates[one.certStatus]} pill={pill}>
        {cert[one.certStatus]}
      </StepStatus>
    )
  const isHeld = one.keyPairStatus !== 'Deleted'
  if (isHeld && one.csrStatus === 'Verified' && one.deliveryType === 'Manual')
    return (
      <StepStatus state="waiting" pill={pill}>
        {t.awaitsApproval}
      </StepStatus>
    )
  if (isHeld && one.csrStatus !== 'None')
    return (
      <StepStatus state={csrStates[one.csrStatus]} pill={pill}>
        CSR {csr[one.csrStatus]}
      </StepStatus>
    )
  return (
    <StepStatus state={keyStates[one.keyPairStatus]} pill={pill}>
      {key[one.keyPairStatus]}
    </StepStatus>
  )
}

/** Mark of a certificate or a file for renewal or deletion; nothing without one. */
export function ManagementMark({ of: { managementStatus } }: { of: Pick<SimCertificate, 'managementStatus'> }) {
  const t = useText(managementText)
  if (managementStatus === null) return null
  return (
    <Status tone="interrupted" glyph={<BlockedGlyph />}>
      {t[managementStatus]}
    </Status>
  )
}
