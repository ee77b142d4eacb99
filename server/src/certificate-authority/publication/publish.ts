import { ApiError } from '@simdeck/contract/errors.ts'
import { encodeName, nameText, readName } from '@simdeck/protocol/x509/name.ts'
import { type Dependencies, usableAuthority } from '../authorities.ts'
import { newKeyPair, sealKey, sha256 } from '../keys.ts'
import { beginOf, issuerKeyIdentifier } from '../make-authority.ts'
import { insertCertificate, lockAuthority } from '../queries.ts'
import { newSerial, readCertificate, signCertificate } from '../x509/certificate.ts'
import {
  authorityKeyIdentifier,
  basicConstraints,
  extKeyUsage,
  keyIdentifier,
  keyUsage,
  ocspNoCheck,
  subjectKeyIdentifier,
} from '../x509/extensions.ts'
import { makeNextCrl } from './crl.ts'
import { selectDue, storeSigner } from './queries.ts'

const dayMs = 86_400_000
const signerDays = 90
/** An OCSP signer is replaced in the last third of its life. */
const signerRenewalDays = 30
/** The name of a signer is that of its CA, as far as the limit of a common name allows. */
const maxNameLength = 58

/** Makes a new key that signs the OCSP answers for a CA. */
async function makeSigner({ db, sealer }: Dependencies, caId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockAuthority(trx, caId)
    const ca = await usableAuthority({ db: trx, sealer }, caId)
    const pair = newKeyPair()
    const subject = encodeName({ CN: `${Array.from(ca.row.name).slice(0, maxNameLength).join('')} OCSP` })
    const serial = Buffer.from(newSerial())
    const validFrom = beginOf(ca.row)
    const validTo = new Date(Math.min(Math.floor(Date.now() / 1000) * 1000 + signerDays * dayMs, ca.validTo.getTime()))
    const extensions = [
      basicConstraints(null),
      keyUsage(['digitalSignature']),
      extKeyUsage(['ocspSigning']),
      ocspNoCheck,
      subjectKeyIdentifier(keyIdentifier(pair.keyInfo)),
      authorityKeyIdentifier(issuerKeyIdentifier(ca)),
    ]
    const issuer = readCertificate(ca.certificate).subject
    const content = { serial, issuer, subject, validFrom, validTo, keyInfo: pair.keyInfo, extensions }
    const certificate = Buffer.from(signCertificate(content, ca.key))
    await insertCertificate(trx, {
      ca_id: caId,
      ca_name: ca.row.name,
      kind: 'ocsp',
      serial,
      subject: nameText(readName(subject)),
      certificate,
      key_sha256: sha256(pair.keyInfo),
      valid_from: validFrom,
      valid_to: validTo,
    })
    await storeSigner(trx, {
      ca_id: caId,
      certificate,
      key_info: pair.keyInfo,
      private_key: sealKey(sealer, 'ocsp_signers', pair),
      valid_to: validTo,
    })
  })
}

/**
 * Makes the CRL and the OCSP signer of a CA, as far as they are due. A CA that cannot sign now is left out. Returns true if anything was
 * made.
 */
export async function publish(from: Dependencies, caId: number): Promise<boolean> {
  const due = (await selectDue(from.db, signerRenewalDays)).find(({ id }) => id === caId)
  if (!due) return false
  try {
    if (due.crl) await makeNextCrl(from, caId)
    if (due.signer) await makeSigner(from, caId)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return false
  }
}

/** Publishes for every CA. Returns the ids of those for which anything was made. */
export async function publishAll(from: Dependencies): Promise<number[]> {
  const made: number[] = []
  for (const { id } of await selectDue(from.db, signerRenewalDays)) if (await publish(from, id)) made.push(id)
  return made
}
