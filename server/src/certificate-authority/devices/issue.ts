import { ApiError } from '@simdeck/contract/errors.ts'
import type { CertificateStep } from '@simdeck/contract/ota-kinds/certificate.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { type CertificateParameters, madePoint, signedRequest } from '@simdeck/protocol/ota/kinds/certificate.ts'
import { encodeName } from '@simdeck/protocol/x509/name.ts'
import type { Db } from '../../platform/db/database.ts'
import { publishAtCommit } from '../../platform/events/publish-at-commit.ts'
import type { Dependencies } from '../authorities.ts'
import type { NewSimCertificate, SimCertificateRow } from '../tables.ts'
import { identityColumns, identityOf } from '../templates/identity.ts'
import * as queries from './issue-queries.ts'
import { isRightRequest, signRequest } from './sign-request.ts'

/** An OTA on a certificate, locked by the transaction. */
export type CertificateOta = {
  otaId: number
  simId: number
  step: CertificateStep
  /** The template of an issuance, or the only one whose certificates are renewed. */
  templateId: number | null
  /** The only certificate that it may work on; null for any that waits. */
  certificateId: number | null
}

const changed = (trx: Db, ids: readonly number[]) => publishAtCommit(trx, { certificates: ids })

/** A slot holds two key pairs, so that a renewal leaves the present one in use until the new one is active. */
const halves = ['A', 'B'] as const
type Half = (typeof halves)[number]
const idOf = (kind: 'K' | 'C', slotId: number, half: Half) => toHex(new TextEncoder().encode(`${kind}${slotId}${half}`))

/**
 * The half for a new key pair: one without a certificate in use, else one that is not to stay. Both are to stay if a member has taken a mark
 * for deletion back; then the newest one stays. `inUse`: the newest first.
 */
function halfFor(inUse: readonly { keyId: string; isKept: boolean }[], slotId: number): Half {
  const kept = inUse.filter(({ isKept }) => isKept)
  const without = (keys: readonly { keyId: string }[]) => halves.find((one) => keys.every(({ keyId }) => keyId !== idOf('K', slotId, one)))
  return without(inUse) ?? without(kept) ?? without(kept.slice(0, 1)) ?? 'A'
}

const isIssuance = ({ step }: CertificateOta): boolean => step === 'issue' || step === 'renew'

async function begin(trx: Db, ota: CertificateOta, templateId: number | null): Promise<SimCertificateRow | null> {
  const identity = templateId === null ? null : await identityOf(trx, templateId, ota.simId)
  if (!identity) return null
  const { template, filled, problems } = identity
  const { content } = template
  const half = halfFor(await queries.keysInUse(trx, ota.simId, content.slotId), content.slotId)
  const subject = encodeName(filled.subject)
  const isWhole = problems.length === 0
  return queries.insertSimCertificate(trx, {
    sim_id: ota.simId,
    ota_id: ota.otaId,
    is_open: isWhole,
    ...identityColumns({ template, filled }, subject),
    label: content.label,
    slot_id: content.slotId,
    key_object_id: idOf('K', content.slotId, half),
    file_object_id: idOf('C', content.slotId, half),
    key_pair_status: isWhole ? 'Requested' : 'NotGenerated',
    csr_status: isWhole ? 'None' : 'Rejected',
    cert_status: 'None',
    reject_reason: isWhole ? null : 'template',
  })
}

/** The certificate that the OTA works on; the first call chooses or makes it. Null if there is none. */
async function certificateOf(trx: Db, ota: CertificateOta): Promise<SimCertificateRow | null> {
  const present = await queries.certificateOfOta(trx, ota.otaId)
  if (present) return present
  const waiting = ota.step === 'issue' ? undefined : await queries.waitingCertificate(trx, ota.simId, ota.step, ota)
  if (isIssuance(ota)) {
    const made = await begin(trx, ota, waiting?.template_id ?? ota.templateId)
    if (made) await changed(trx, [made.id])
    return made
  }
  if (!waiting) return null
  await changed(trx, [waiting.id])
  return queries.changeSimCertificate(trx, waiting.id, {
    ota_id: ota.otaId,
    is_open: true,
    ...(ota.step === 'deliver' && { cert_status: 'Writing' }),
  })
}

/** Stores what the card has answered so far: its key, and its request, which is verified. */
async function receive(trx: Db, row: SimCertificateRow, found: unknown): Promise<SimCertificateRow> {
  let now = row
  const point = madePoint(found)
  if (point && row.key_pair_status === 'Requested') {
    const ended = await queries.endReplaced(trx, row)
    now = await queries.changeSimCertificate(trx, row.id, {
      key_pair_status: 'Generated',
      csr_status: 'Requested',
      public_key: Buffer.from(point),
    })
    await changed(trx, [row.id, ...ended])
  }
  if (now.csr_status !== 'Requested') return now
  const request = signedRequest(found, now.subject)
  if (!request) return now
  const isRight = isRightRequest(request, now)
  const received: Partial<NewSimCertificate> = { request: Buffer.from(request), csr_status: isRight ? 'Verified' : 'Rejected' }
  now = await queries.changeSimCertificate(trx, row.id, isRight ? received : { ...received, reject_reason: 'signature' })
  await changed(trx, [row.id])
  return now
}

async function signAtOnce(from: Dependencies, row: SimCertificateRow): Promise<SimCertificateRow> {
  try {
    const signed = await signRequest(from, row)
    return await queries.changeSimCertificate(from.db, signed.id, { cert_status: 'Writing' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return queries.changeSimCertificate(from.db, row.id, { csr_status: 'Rejected', reject_reason: 'authority' })
  }
}

function protocolStep({ step }: CertificateOta, { delivery }: SimCertificateRow): CertificateParameters['step'] {
  if (step === 'deliver' || step === 'remove') return step
  return delivery === 'Manual' ? 'request' : 'issue'
}

/**
 * The parameters of the job on the card. `found` is what the card has answered before. Null if the OTA has nothing to do: no certificate
 * waits for it, or the template does not suit the SIM.
 */
export async function certificateParameters(
  from: Dependencies,
  ota: CertificateOta,
  { instanceAid, found }: { instanceAid: Uint8Array; found: unknown },
): Promise<CertificateParameters | null> {
  const chosen = await certificateOf(from.db, ota)
  if (!chosen || chosen.reject_reason === 'template') return null
  const received = isIssuance(ota) ? await receive(from.db, chosen, found) : chosen
  const row = received.csr_status === 'Verified' && received.delivery === 'Auto' ? await signAtOnce(from, received) : received
  const issued =
    row.certificate_id === null || ota.step === 'remove' ? undefined : await queries.issuedCertificate(from.db, row.certificate_id)
  return {
    instanceAid,
    step: protocolStep(ota, row),
    keyId: fromHex(row.key_object_id),
    fileId: fromHex(row.file_object_id),
    label: row.label,
    subject: row.subject,
    certificate: issued && row.public_key ? { octets: issued.certificate, point: row.public_key } : null,
  }
}

/** Ends the certificates of a SIM whose applet was removed or replaced. */
export async function endCertificates(trx: Db, simId: number): Promise<void> {
  const ids = await queries.endWithApplet(trx, simId)
  if (ids.length > 0) await changed(trx, ids)
}

/** Records that the card has done what the OTA asked for. Only this makes a certificate Active, or clears a mark for deletion. */
export async function recordCertificate(trx: Db, ota: CertificateOta, found: unknown): Promise<void> {
  const row = await queries.lockCertificateOfOta(trx, ota.otaId)
  if (!row) return
  if (ota.step === 'remove') {
    await queries.changeSimCertificate(trx, row.id, {
      is_open: false,
      key_pair_status: 'Deleted',
      cert_status: row.cert_status === 'Revoked' || row.cert_status === 'Expired' ? row.cert_status : 'Deleted',
      management_status: null,
    })
    return changed(trx, [row.id, ...(await queries.endReplaced(trx, row))])
  }
  if (isIssuance(ota) && row.delivery === 'Manual') {
    await receive(trx, row, found)
    await queries.changeSimCertificate(trx, row.id, { is_open: false })
    return changed(trx, [row.id])
  }
  const issued = row.certificate_id === null ? undefined : await queries.issuedCertificate(trx, row.certificate_id)
  const now = await queries.changeSimCertificate(trx, row.id, {
    is_open: false,
    cert_status: issued?.is_revoked ? 'Revoked' : 'Active',
    active_at: new Date(),
    ...(row.management_status === 'NeedUpdate' && { management_status: null }),
  })
  // A certificate that the device asked for is written into the file of the one that it renews.
  const ended = now.renews_id === null ? [] : await queries.endReplaced(trx, now)
  // One that was revoked while it was written replaces nothing.
  const replaced = now.cert_status === 'Active' ? await queries.markReplaced(trx, now) : []
  await changed(trx, [row.id, ...ended, ...replaced])
}
