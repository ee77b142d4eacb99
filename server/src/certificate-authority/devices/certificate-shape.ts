import { ApiError } from '@simdeck/contract/errors.ts'
import type { SimCertificate, SimCertificateDetails } from '@simdeck/contract/sim-certificates.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import type { Db } from '../../platform/db/database.ts'
import { chainOf } from '../authorities.ts'
import { withIssuers } from '../authority-state.ts'
import { selectAuthorities } from '../queries.ts'
import { readCertificate } from '../x509/certificate.ts'
import { decodedCertificate } from '../x509/decode.ts'
import { toPem } from '../x509/pem.ts'
import { type CertificateRow, selectCertificates, selectIssued } from './list-queries.ts'

const at = (time: Date | null): string | null => time?.toISOString() ?? null

export function certificateShape(row: CertificateRow): SimCertificate {
  return {
    id: row.id,
    simId: row.sim_id,
    iccid: row.iccid,
    label: row.label,
    objectId: row.file_object_id.toUpperCase(),
    keyObjectId: row.key_object_id.toUpperCase(),
    slotId: row.slot_id,
    templateId: row.template_id,
    templateName: row.template_name,
    deliveryType: row.delivery,
    keyPairStatus: row.key_pair_status,
    csrStatus: row.csr_status,
    certStatus: row.cert_status,
    managementStatus: row.management_status,
    rejectReason: row.reject_reason,
    csrSubject: row.csr_subject,
    signedBy: row.signed_by,
    certificateSerial: row.serial && toHex(row.serial),
    valid_from: at(row.valid_from),
    valid_to: at(row.valid_to),
    revokedAt: at(row.revoked_at),
    revocationReason: row.revocation_reason,
    keyPairAt: at(row.key_pair_at),
    requestAt: at(row.request_at),
    signedAt: at(row.signed_at),
    activeAt: at(row.active_at),
    renewAt: at(row.renew_at),
    origin: row.origin,
    renewsId: row.renews_id,
    dataType: 'certificate',
    deviceType: 'SIM',
    last_polled_at: at(row.last_poll),
    campaignId: row.campaign_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** True if the last OTA has ended without its step: no key pair, no request, or a certificate that was not written. */
const hasFailed = ({ key_pair_status: key, csr_status: csr, cert_status: cert, is_open: isOpen }: CertificateRow): boolean =>
  key === 'Failed' || cert === 'Failed' || (!isOpen && key === 'Generated' && csr === 'None')

/** Throws `ApiError('certificateNotFound')`. */
export async function certificateRow(db: Db, id: number): Promise<CertificateRow> {
  const [row] = await selectCertificates(db, [id])
  if (!row) throw new ApiError('certificateNotFound')
  return row
}

export async function certificateDetails(db: Db, id: number): Promise<SimCertificateDetails> {
  const row = await certificateRow(db, id)
  const issued = row.certificate_id === null ? undefined : await selectIssued(db, row.certificate_id)
  const all = issued ? new Map((await selectAuthorities(db)).map((one) => [one.id, one])) : null
  const ca = issued?.ca_id ? all?.get(issued.ca_id) : undefined
  const chain = ca && all ? chainOf(withIssuers(ca, all)) : null
  const pem = issued ? toPem('CERTIFICATE', issued.certificate) : null
  return {
    ...certificateShape(row),
    altNames: row.identity.altNames,
    request: row.request && toPem('CERTIFICATE REQUEST', row.request),
    certificate: pem,
    content: pem,
    hexContent: issued ? toHex(issued.certificate) : null,
    chain: chain && chain.map((one) => toPem('CERTIFICATE', one)).join(''),
    failure: hasFailed(row) ? { code: row.code, sw: row.sw, reason: row.reason } : null,
    decoded: issued ? decodedCertificate(readCertificate(issued.certificate)) : null,
  }
}
