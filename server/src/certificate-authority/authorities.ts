import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { nameText, readName } from '@simdeck/protocol/x509/name.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { expectValidFor, isTrusted, stateOf, type UsableAuthority, usable, withIssuers } from './authority-state.ts'
import { openKey } from './keys.ts'
import { type Publication, selectAuthorities, selectPublications } from './queries.ts'
import type { AuthorityRow } from './tables.ts'
import { readCertificate } from './x509/certificate.ts'
import { decodedCertificate } from './x509/decode.ts'
import { toPem } from './x509/pem.ts'

/** The parts of the server that CAs need. `url` makes the address of a path from outside. */
export type Dependencies = { db: Db; sealer: Sealer; url: (path: string) => string }

export const urlsOf = (url: Dependencies['url'], id: number) => ({
  crl: url(`/ca/${id}.crl`),
  certificate: url(`/ca/${id}.crt`),
  ocsp: url('/ocsp'),
})

/** The certificates of a CA and of those above it, from its own up. */
export const chainOf = (line: readonly AuthorityRow[]): Uint8Array[] =>
  line.flatMap(({ certificate, chain }) => (certificate ? [certificate, ...chain] : []))

/** All CAs, each after the one above it. */
export async function allAuthorities({ db, sealer, url }: Dependencies): Promise<CertificateAuthority[]> {
  const rows = await selectAuthorities(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const publications = await selectPublications(
    db,
    rows.map(({ id }) => id),
  )
  const published = new Map(publications.map((one) => [one.ca_id, one]))
  const below = (parentId: number | null): AuthorityRow[] =>
    rows.filter((row) => row.parent_id === parentId).flatMap((row) => [row, ...below(row.id)])
  return below(null).map((row) => authorityShape(withIssuers(row, byId), published.get(row.id), { sealer, url }))
}

/** The DER of the certificates of all valid CAs and of those above them, each once. */
export async function trustedCertificates(db: Db): Promise<Uint8Array[]> {
  const rows = await selectAuthorities(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lines = rows.map((row) => withIssuers(row, byId)).filter((line) => isTrusted(line, new Date()))
  return [...new Map(lines.flatMap(chainOf).map((one) => [toHex(one), one])).values()]
}

/** Throws `ApiError('caNotFound')`. */
export async function authorityById(from: Dependencies, id: number): Promise<CertificateAuthority> {
  const found = (await allAuthorities(from)).find((one) => one.id === id)
  if (!found) throw new ApiError('caNotFound')
  return found
}

/** The CA with that id, ready to sign. Throws `ApiError` for one that is unknown or cannot sign. */
export async function usableAuthority({ db, sealer }: { db: Db; sealer: Sealer }, id: number): Promise<UsableAuthority> {
  const byId = new Map((await selectAuthorities(db)).map((row) => [row.id, row]))
  const row = byId.get(id)
  if (!row) throw new ApiError('caNotFound')
  return usable(withIssuers(row, byId), sealer, new Date())
}

/**
 * Checks before a start that the CA of a template, or else the default CA, can sign certificates of that validity. Throws `ApiError`. The key
 * is not opened: a key that does not open was seen by `keyChecks`.
 */
export async function expectSigner(db: Db, authorityId: number | null, validDays: number): Promise<void> {
  checkSigner(await selectAuthorities(db), authorityId, validDays)
}

/** The ids of those templates whose CA passes the check of `expectSigner`. */
export async function signingTemplates(
  db: Db,
  templates: readonly { id: number; authority_id: number | null; content: { validDays: number } }[],
): Promise<Set<number>> {
  const authorities = await selectAuthorities(db)
  const signed = templates.filter(({ authority_id: authorityId, content }) => {
    try {
      checkSigner(authorities, authorityId, content.validDays)
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  })
  return new Set(signed.map(({ id }) => id))
}

function checkSigner(authorities: readonly AuthorityRow[], authorityId: number | null, validDays: number): void {
  const byId = new Map(authorities.map((row) => [row.id, row]))
  const row = authorityId === null ? authorities.find(({ is_default: isDefault }) => isDefault) : byId.get(authorityId)
  if (!row) throw new ApiError(authorityId === null ? 'noDefaultCa' : 'caNotFound')
  expectValidFor(withIssuers(row, byId), validDays, new Date())
  if (!row.key_opens) throw new ApiError('caKeyMissing')
}

function authorityShape(
  line: readonly AuthorityRow[],
  published: Publication | undefined,
  { sealer, url }: Omit<Dependencies, 'db'>,
): CertificateAuthority {
  const row = line[0]!
  const key = openKey(sealer, 'certificate_authorities', row)
  const chain = chainOf(line)
  const certificates = chain.map((one) => decodedCertificate(readCertificate(one)))
  const [own] = certificates
  const at = (time: Date | null | undefined): string | null => time?.toISOString() ?? null
  const { number, made_at: madeAt, next_at: nextAt, crl_valid_to: crlValidTo, entries, octets } = published ?? {}
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    parentId: row.parent_id,
    isDefault: row.is_default,
    state: stateOf(line, key, new Date()),
    subject: nameText(readName(row.subject)),
    issuer: own?.issuer ?? null,
    serial: own?.serial ?? null,
    validFrom: at(row.valid_from),
    validTo: at(row.valid_to),
    fingerprint: own?.fingerprint ?? null,
    chain: row.certificate && chain.map((one) => toPem('CERTIFICATE', one)).join(''),
    certificates,
    request: row.request && toPem('CERTIFICATE REQUEST', row.request),
    issued: published?.issued ?? 0,
    revoked: published?.revoked ?? 0,
    crl:
      number && madeAt && nextAt && crlValidTo
        ? {
            number,
            madeAt: madeAt.toISOString(),
            nextAt: nextAt.toISOString(),
            validTo: crlValidTo.toISOString(),
            entries: entries ?? 0,
            octets: octets ?? 0,
          }
        : null,
    ocspSignerValidTo: at(published?.signer_valid_to),
    urls: urlsOf(url, row.id),
    hasKey: key !== null,
    backedUpAt: at(row.backed_up_at),
    backupCheckedAt: at(row.backup_checked_at),
    revokedAt: at(row.revoked_at),
    revocationReason: row.revocation_reason,
    createdAt: row.created_at.toISOString(),
  }
}
