import { ApiError } from '@simdeck/contract/errors.ts'
import type { CertStatus } from '@simdeck/contract/sim-certificates.ts'
import { equalBytes } from '@simdeck/protocol/bytes.ts'
import type { Db } from '../../../platform/db/database.ts'
import { publishAtCommit } from '../../../platform/events/publish-at-commit.ts'
import type { Dependencies } from '../../authorities.ts'
import type { SimCertificateRow } from '../../tables.ts'
import { identityColumns } from '../../templates/identity.ts'
import { changeSimCertificate, insertSimCertificate, issuedCertificate } from '../issue-queries.ts'
import { signRequest } from '../sign-request.ts'
import { checkedIdentity, presentedCertificate, signedRequest } from './check-request.ts'
import { countOfDay, endFormer, lastRequest, type PresentedRow } from './enrolment-queries.ts'
import { EnrolmentRefused } from './refusal.ts'

/** `simpleenroll` follows a changed identity of the SIM, `simplereenroll` keeps the one of the presented certificate (RFC 7030 §4.2). */
export const enrolmentOperations = ['simpleenroll', 'simplereenroll'] as const
export type EnrolmentOperation = (typeof enrolmentOperations)[number]

/** The request of a device: the DER of the certificate whose key it has proven, and a PKCS#10 request. */
export type Enrolment = { operation: EnrolmentOperation; presented: Uint8Array; request: Uint8Array }

/** The certificate that a device gets; `certificate` is null while the request waits for its approval. `isNew`: this call has stored it. */
export type Enrolled = { id: number; simId: number; subject: string; certificate: Uint8Array | null; isNew: boolean }

/** The most certificates that the device of one SIM gets within a day. */
export const maxOfDay = 5

/**
 * Issues a certificate to the device of a SIM, for the key in its card and the identity of its template. A repeated request gets the same
 * certificate; one of manual delivery waits for its approval. `record` runs last in the transaction of a new certificate or request. Throws
 * `EnrolmentRefused`; then nothing is stored.
 */
export async function enrol(
  from: Dependencies,
  { operation, presented: certificate, request: bytes }: Enrolment,
  record: (trx: Db, enrolled: Enrolled) => Promise<void>,
): Promise<Enrolled> {
  const request = signedRequest(bytes)
  return from.db.transaction().execute(async (trx) => {
    const presented = await presentedCertificate(trx, certificate)
    const identity = await checkedIdentity(trx, presented, { request, isRenewal: operation === 'simplereenroll' })
    const earlier = await repeated(trx, presented, { bytes, subject: identity.subject })
    if (!earlier && (await countOfDay(trx, presented.sim_id)) >= maxOfDay) throw new EnrolmentRefused('tooManyCertificates', presented.id)
    const row = earlier ?? (await store(trx, presented, { bytes, ...identity }))
    const enrolled = await issue({ ...from, db: trx }, row, presented)
    const isNew = !earlier || enrolled.active_at?.getTime() !== earlier.active_at?.getTime()
    const result: Enrolled = { ...(await shapeOf(trx, enrolled)), isNew }
    if (!isNew) return result
    // A certificate in use shows that the device does not need those that it renewed before.
    const ended = presented.origin === 'EST' ? await endFormer(trx, presented) : []
    await publishAtCommit(trx, { certificates: [enrolled.id, presented.id, ...ended] })
    await record(trx, result)
    return result
  })
}

/** States of a certificate that a device may fetch, also again, and while or after an OTA writes it into the card. */
const fetchable: readonly CertStatus[] = ['Issued', 'Writing', 'Failed', 'Active']

/** The earlier request that this one repeats: one that waits, one whose certificate was not fetched yet, or one with the same octets. */
async function repeated(
  trx: Db,
  presented: PresentedRow,
  { bytes, subject }: { bytes: Uint8Array; subject: Uint8Array },
): Promise<SimCertificateRow | null> {
  const last = await lastRequest(trx, { renewsId: presented.id, subject })
  if (!last) return null
  if (last.csr_status === 'Rejected') {
    if (last.is_recent) throw new EnrolmentRefused('rejected', presented.id)
    return null
  }
  // It was revoked since the presented one was read.
  if (last.cert_status === 'Revoked') throw new EnrolmentRefused('revoked', presented.id)
  if (last.csr_status === 'Verified') return last
  const isSame = last.request !== null && equalBytes(last.request, bytes)
  return fetchable.includes(last.cert_status) && (isSame || last.active_at === null) ? last : null
}

async function store(
  trx: Db,
  presented: PresentedRow,
  { bytes, template, filled, subject }: { bytes: Uint8Array } & Awaited<ReturnType<typeof checkedIdentity>>,
): Promise<SimCertificateRow> {
  const row = await insertSimCertificate(trx, {
    sim_id: presented.sim_id,
    is_open: false,
    ...identityColumns({ template, filled }, subject),
    label: presented.label,
    slot_id: presented.slot_id,
    key_object_id: presented.key_object_id,
    file_object_id: presented.file_object_id,
    key_pair_status: 'Generated',
    csr_status: 'Received',
    cert_status: 'None',
    public_key: presented.public_key,
    key_pair_at: presented.key_pair_at,
    origin: 'EST',
    renews_id: presented.id,
  })
  return changeSimCertificate(trx, row.id, { csr_status: 'Verified', request: Buffer.from(bytes) })
}

/**
 * Has the CA sign the request, unless it waits for its approval, and makes the certificate Active, because the device fetches it. One that an
 * OTA writes at present is left to it.
 */
async function issue(from: Dependencies, row: SimCertificateRow, presented: PresentedRow): Promise<SimCertificateRow> {
  if (row.csr_status === 'Verified' && row.delivery === 'Manual') return row
  if (row.cert_status === 'Active' || row.cert_status === 'Writing') return row
  try {
    const signed = row.csr_status === 'Verified' ? await signRequest(from, row) : row
    await changeSimCertificate(from.db, presented.id, { end_told: true })
    return await changeSimCertificate(from.db, signed.id, { cert_status: 'Active', active_at: new Date() })
  } catch (error) {
    if (error instanceof ApiError) throw new EnrolmentRefused('authority', presented.id)
    throw error
  }
}

async function shapeOf(trx: Db, row: SimCertificateRow): Promise<Omit<Enrolled, 'isNew'>> {
  const issued = row.certificate_id === null ? undefined : await issuedCertificate(trx, row.certificate_id)
  return { id: row.id, simId: row.sim_id, subject: row.csr_subject, certificate: issued?.certificate ?? null }
}
