import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { newSerial } from '@simdeck/server/certificate-authority/x509/certificate.ts'
import type { Bench } from '../bench.ts'

const insertedAtOnce = 10_000

/** Adds certificates of devices to the database. Only their serials and states matter for CRL and OCSP. */
export async function addCertificates(
  { query }: Bench,
  ca: CertificateAuthority,
  { count, areRevoked }: { count: number; areRevoked: boolean },
): Promise<Buffer[]> {
  const serials = Array.from({ length: count }, () => Buffer.from(newSerial()))
  for (let at = 0; at < count; at += insertedAtOnce)
    await query(
      `insert into certificates (ca_id, ca_name, kind, serial, subject, certificate, key_sha256, valid_from, valid_to, revoked_at, revocation_reason)
       select $1, $2, 'device', serial, 'CN=bench', '\\x00', '\\x00', now(), now() + interval '1 year',
         case when $3 then now() end, case when $3 then 'superseded' end
       from unnest($4::bytea[]) serial`,
      [ca.id, ca.name, areRevoked, serials.slice(at, at + insertedAtOnce)],
    )
  return serials
}
