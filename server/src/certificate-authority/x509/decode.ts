import { createHash, type KeyObject } from 'node:crypto'
import type { DecodedCertificate } from '@simdeck/contract/certificate-authorities.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { derTags } from '@simdeck/protocol/x509/der.ts'
import { DerReader, readWhole } from '@simdeck/protocol/x509/der-reader.ts'
import { nameText, readName } from '@simdeck/protocol/x509/name.ts'
import type { Certificate } from './certificate.ts'
import { accessMethods, extensionOids, keyUsageBits, purposes } from './extensions.ts'

/** The content of a certificate for people. An extension in a form that is not read counts as missing, since an external CA may use any. */
export function decodedCertificate(certificate: Certificate): DecodedCertificate {
  const { bytes, subject, issuer, serial, validFrom, validTo, ca, keyIdentifier, x509, extensions } = certificate
  const extension = <Value>(oid: string, read: (content: DerReader) => Value, missing: Value): Value =>
    readExtension(extensions.get(oid), read, missing)
  return {
    subject: nameText(readName(subject)),
    issuer: nameText(readName(issuer)),
    serial: toHex(serial),
    validFrom: validFrom.toISOString(),
    validTo: validTo.toISOString(),
    fingerprint: toHex(createHash('sha256').update(bytes).digest()),
    key: kindOf(x509.publicKey),
    isCa: ca !== null,
    pathLength: ca?.pathLength ?? null,
    keyUsages: keyUsagesOf(extensions.get(extensionOids.keyUsage)),
    extendedKeyUsages: extension(extensionOids.extKeyUsage, readPurposes, []),
    subjectKeyIdentifier: keyIdentifier && toHex(keyIdentifier),
    authorityKeyIdentifier: extension(extensionOids.authorityKeyIdentifier, readKeyIdentifier, null),
    crlUrls: extension(extensionOids.cRLDistributionPoints, readCrlUrls, []),
    ocspUrls: extension(extensionOids.authorityInfoAccess, (content) => readAccess(content, accessMethods.ocsp), []),
    issuerUrls: extension(extensionOids.authorityInfoAccess, (content) => readAccess(content, accessMethods.caIssuers), []),
  }
}

/** Reads the content of an extension that is a SEQUENCE. */
function readExtension<Value>(value: Uint8Array | undefined, read: (content: DerReader) => Value, missing: Value): Value {
  if (!value) return missing
  try {
    return read(new DerReader(readWhole(value, derTags.sequence).value))
  } catch (error) {
    if (error instanceof ProtocolError) return missing
    throw error
  }
}

const curveNames: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

function kindOf({ asymmetricKeyType: type, asymmetricKeyDetails: { namedCurve, modulusLength } = {} }: KeyObject): string {
  if (namedCurve) return curveNames[namedCurve] ?? namedCurve
  return modulusLength ? `RSA ${modulusLength}` : String(type)
}

function keyUsagesOf(value: Uint8Array | undefined): string[] {
  if (value?.[0] !== derTags.bitString) return []
  const [, , , octet = 0] = value
  return Object.entries(keyUsageBits).flatMap(([name, bit]) => ((octet & (0x80 >> bit)) === 0 ? [] : [name]))
}

const purposeNames = new Map<string, string>(Object.entries(purposes).map(([name, oid]) => [oid, name]))

function readPurposes(content: DerReader): string[] {
  const found: string[] = []
  while (content.hasMore) {
    const oid = content.oid()
    found.push(purposeNames.get(oid) ?? oid)
  }
  return found
}

function readKeyIdentifier(content: DerReader): string | null {
  const identifier = content.optional(0x80)
  return identifier && toHex(identifier.value)
}

const uriTag = 0x86
const textOf = (uri: Uint8Array): string => new TextDecoder('latin1').decode(uri)

function readCrlUrls(content: DerReader): string[] {
  const urls: string[] = []
  while (content.hasMore) {
    const point = content.sequence().optional(0xa0)
    const full = point && new DerReader(point.value).optional(0xa0)
    if (!full) continue
    for (const names = new DerReader(full.value); names.hasMore;) {
      const { tag, value } = names.next()
      if (tag === uriTag) urls.push(textOf(value))
    }
  }
  return urls
}

function readAccess(content: DerReader, method: string): string[] {
  const urls: string[] = []
  while (content.hasMore) {
    const one = content.sequence()
    const isWanted = one.oid() === method
    const { tag, value } = one.next()
    if (isWanted && tag === uriTag) urls.push(textOf(value))
  }
  return urls
}
