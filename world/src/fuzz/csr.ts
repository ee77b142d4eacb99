import { createPrivateKey, sign } from 'node:crypto'
import type { Random } from '@simdeck/simulator/random.ts'
import { equalBytes, fromHex } from '@simdeck/protocol/bytes.ts'
import {
  certificationRequest,
  certificationRequestInfo,
  p256Point,
  readCertificationRequest,
} from '@simdeck/protocol/x509/certification-request.ts'
import { der, derTags, integer, oid, sequence } from '@simdeck/protocol/x509/der.ts'
import { encodeName, nameText, readName } from '@simdeck/protocol/x509/name.ts'
import { type AltName, subjectAltName } from '@simdeck/server/certificate-authority/x509/extensions.ts'
import { asksForNames } from '@simdeck/server/certificate-authority/x509/requested-names.ts'
import { fromPem, toPem } from '@simdeck/server/certificate-authority/x509/pem.ts'
import { mutate, onceIn, pick } from './mutate.ts'
import { assertInvariant, readOrNull } from './target.ts'
import type { FuzzTarget } from './target.ts'

/** The key of RFC 6979 §A.2.5, so that samples do not depend on random numbers of the process. */
const scalar = 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721'
const point =
  '0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299'
const sec1 = `30770201010420${scalar}a00a06082a8648ce3d030107a144034200${point}`
const key = createPrivateKey({ key: Buffer.from(sec1, 'hex'), format: 'der', type: 'sec1' })
const keyInfo = fromHex(`3059301306072a8648ce3d020106082a8648ce3d030107034200${point}`)

const subjects = [
  { CN: '8981100000000000017' },
  { C: 'JP', ST: '東京都', L: '千代田区', O: 'Example, "Co."', OU: '設備監視', CN: ' #meter-7' },
  {},
]
const names: readonly AltName[] = [
  { type: 'uri', value: 'urn:iccid:8981100000000000017' },
  { type: 'dns', value: 'meter-7.example' },
]
const challengePassword = sequence(oid('1.2.840.113549.1.9.7'), der(derTags.set, der(derTags.utf8String, new Uint8Array(4).fill(0x41))))
const extensionRequest = sequence(oid('1.2.840.113549.1.9.14'), der(derTags.set, sequence(subjectAltName(names))))
const samples = [
  ...subjects.map((parts) => certificationRequestInfo({ subject: encodeName(parts), keyInfo })),
  sequence(integer(0), encodeName({ CN: 'meter-7' }), keyInfo, der(0xa0, challengePassword, extensionRequest)),
].map((info) => certificationRequest(info, sign('sha256', info, key)))

function make(random: Random): Uint8Array {
  if (onceIn(random, 5000)) return random.bytes(random.between(8000, 9000))
  const input = onceIn(random, 10) ? pick(random, samples) : mutate(random, pick(random, samples), samples)
  return onceIn(random, 10) ? new Uint8Array(Buffer.from(toPem('CERTIFICATE REQUEST', input))) : input
}

/** Requests for certificates (PKCS#10), in DER and in PEM. A request that is signed has not been changed. */
export const csrTarget: FuzzTarget = {
  make,
  run(input) {
    const text = new TextDecoder('latin1').decode(input)
    const bytes = text.startsWith('-----') ? readOrNull(() => fromPem('CERTIFICATE REQUEST', text)[0]!) : input
    const request = bytes && readOrNull(() => readCertificationRequest(bytes))
    if (!request) return 'refused'
    const { subject, attributes, requestAttributes, isSigned } = request
    const asksForOurs = readOrNull(() => asksForNames(requestAttributes, names))
    assertInvariant(p256Point(request.keyInfo).length === 65, 'a key that is not of P-256')
    assertInvariant(nameText(readName(subject)) === nameText(attributes), 'the subject is read in two ways')
    if (!isSigned) return 'read, not signed'
    const known = samples.map((sample) => readCertificationRequest(sample))
    assertInvariant(
      known.some((one) => equalBytes(one.subject, subject) && equalBytes(one.keyInfo, request.keyInfo)),
      'a changed request counts as signed',
    )
    assertInvariant(asksForOurs === true, 'the alternative names of a request are read in two ways')
    return 'signed'
  },
}
