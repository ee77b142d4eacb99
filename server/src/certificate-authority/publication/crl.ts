import { type Dependencies, usableAuthority } from '../authorities.ts'
import { issuerKeyIdentifier } from '../make-authority.ts'
import { readCertificate } from '../x509/certificate.ts'
import { signCrl } from '../x509/crl.ts'
import * as queries from './queries.ts'

const dayMs = 86_400_000
/** A CRL is made daily, and is valid for two days, so that a day without the server leaves a valid one. */
const crlEveryMs = dayMs
const crlValidMs = 2 * dayMs

/** Makes the next CRL of a CA. Its entries and the count of revocations are of one moment. */
export async function makeNextCrl({ db, sealer }: Dependencies, caId: number): Promise<void> {
  const ca = await usableAuthority({ db, sealer }, caId)
  const { state, revoked } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => ({ state: await queries.selectCrlState(trx, caId), revoked: await queries.selectRevoked(trx, caId) }))
  if (!state) return
  const madeAt = new Date()
  const validTo = new Date(madeAt.getTime() + crlValidMs)
  const number = state.number + 1
  const entries = revoked.map(({ serial, revoked_at: revokedAt, revocation_reason: reason }) => ({
    serial,
    revokedAt,
    reason: reason ?? ('unspecified' as const),
  }))
  const crl = await signCrl(
    {
      issuer: readCertificate(ca.certificate).subject,
      issuerKeyIdentifier: issuerKeyIdentifier(ca),
      thisUpdate: madeAt,
      nextUpdate: validTo,
      number,
      entries,
    },
    ca.key,
  )
  await queries.storeCrl(db, {
    ca_id: caId,
    number,
    crl: Buffer.from(crl),
    entries: entries.length,
    revocations: state.revocations,
    made_at: madeAt,
    next_at: new Date(madeAt.getTime() + crlEveryMs),
    valid_to: validTo,
  })
}
