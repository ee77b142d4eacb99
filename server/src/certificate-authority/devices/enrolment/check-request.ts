import { equalBytes } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { type CertificationRequest, p256KeyInfo, readCertificationRequest } from '@simdeck/protocol/x509/certification-request.ts'
import { encodeName, readName } from '@simdeck/protocol/x509/name.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isTrusted, withIssuers } from '../../authority-state.ts'
import { selectAuthorities } from '../../queries.ts'
import { identityOf } from '../../templates/identity.ts'
import { readCertificate } from '../../x509/certificate.ts'
import type { AltName } from '../../x509/extensions.ts'
import { asksForNames } from '../../x509/requested-names.ts'
import { lockPresented, type PresentedRow } from './enrolment-queries.ts'
import { EnrolmentRefused } from './refusal.ts'

/** Reads what a device has sent. Throws `EnrolmentRefused` in place of a `ProtocolError`. */
function readOrRefuse<Value>(read: () => Value, reason: 'malformed' | 'unknownCertificate'): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtocolError) throw new EnrolmentRefused(reason)
    throw error
  }
}

/** A PKCS#10 request whose signature is that of its key. Throws `EnrolmentRefused`. */
export function signedRequest(bytes: Uint8Array): CertificationRequest {
  const request = readOrRefuse(() => readCertificationRequest(bytes), 'malformed')
  if (!request.isSigned) throw new EnrolmentRefused('wrongSignature')
  return request
}

/** The certificate that a SIM uses at present, locked. `certificate` is its DER, whose key TLS has proven. Throws `EnrolmentRefused`. */
export async function presentedCertificate(trx: Db, certificate: Uint8Array): Promise<PresentedRow> {
  const { serial } = readOrRefuse(() => readCertificate(certificate), 'unknownCertificate')
  const row = await lockPresented(trx, { serial, certificate })
  if (!row) throw new EnrolmentRefused('unknownCertificate')
  if (row.is_revoked || row.cert_status === 'Revoked') throw new EnrolmentRefused('revoked', row.id)
  if (!row.is_in_time || row.cert_status === 'Expired') throw new EnrolmentRefused('expired', row.id)
  const isUsed = row.cert_status === 'Active' && row.key_pair_status === 'Generated' && row.management_status !== 'NeedDelete'
  if (!isUsed) throw new EnrolmentRefused('notActive', row.id)
  const authorities = new Map((await selectAuthorities(trx)).map((one) => [one.id, one]))
  const ca = authorities.get(row.ca_id)
  if (!ca || !isTrusted(withIssuers(ca, authorities), new Date())) throw new EnrolmentRefused('untrustedAuthority', row.id)
  return row
}

/** The attributes of a Name as a text. Equal values may be encoded as different kinds of strings. */
const nameKey = (name: Uint8Array): string => JSON.stringify(readName(name).map(({ type, value }) => [type, value]))

const namesKey = (names: readonly AltName[]): string => JSON.stringify(names.map(({ type, value }) => [type, value]))

type Identity = NonNullable<Awaited<ReturnType<typeof identityOf>>>

/** The identity that the SIM is to have by its template, which the request must name. Throws `EnrolmentRefused`. */
export async function checkedIdentity(
  trx: Db,
  presented: PresentedRow,
  { request, isRenewal }: { request: CertificationRequest; isRenewal: boolean },
): Promise<Pick<Identity, 'template' | 'filled'> & { subject: Uint8Array }> {
  const refuse = (reason: ConstructorParameters<typeof EnrolmentRefused>[0]) => new EnrolmentRefused(reason, presented.id)
  if (!presented.public_key || !equalBytes(request.keyInfo, p256KeyInfo(presented.public_key))) throw refuse('otherKey')
  const identity = presented.template_id === null ? null : await identityOf(trx, presented.template_id, presented.sim_id)
  if (!identity || identity.problems.length > 0) throw refuse('noTemplate')
  const { template, filled } = identity
  const subject = encodeName(filled.subject)
  const isSubject = nameKey(request.subject) === nameKey(subject)
  // RFC 7030 §4.2.2: a renewal keeps the subject and the alternative names of the certificate.
  if (!isSubject || (isRenewal && nameKey(subject) !== nameKey(presented.subject))) throw refuse('otherSubject')
  const asked = readOrRefuse(() => asksForNames(request.requestAttributes, filled.altNames), 'malformed')
  if (!asked || (isRenewal && namesKey(filled.altNames) !== namesKey(presented.identity.altNames))) throw refuse('otherNames')
  return { template, filled, subject }
}
