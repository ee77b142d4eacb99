import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { encodeName, type NameParts } from '@simdeck/protocol/x509/name.ts'
import { type Certificate, newSerial, readCertificate, signCertificate } from './certificate.ts'
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoint,
  type Extension,
  extKeyUsage,
  keyIdentifier,
  keyUsage,
  ocspNoCheck,
  subjectAltName,
  subjectKeyIdentifier,
} from './extensions.ts'

export type Pair = { key: KeyObject; keyInfo: Uint8Array }

export function newPair(): Pair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { key: privateKey, keyInfo: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })) }
}

export const day = 86_400_000
const urls = { ocsp: 'http://ca.example/ocsp', caIssuers: 'http://ca.example/ca/1.crt' }

type Authority = Pair & { certificate: Certificate }

function certify(
  subject: NameParts,
  { keyInfo }: Pick<Pair, 'keyInfo'>,
  by: { certificate?: Certificate; key: KeyObject; keyInfo: Uint8Array },
  extensions: readonly Extension[],
): Certificate {
  const bytes = signCertificate(
    {
      serial: newSerial(),
      issuer: by.certificate?.subject ?? encodeName(subject),
      subject: encodeName(subject),
      validFrom: new Date(Date.now() - day),
      validTo: new Date(Date.now() + 30 * day),
      keyInfo,
      extensions: [subjectKeyIdentifier(keyIdentifier(keyInfo)), authorityKeyIdentifier(keyIdentifier(by.keyInfo)), ...extensions],
    },
    by.key,
  )
  return readCertificate(bytes)
}

const pointers = [crlDistributionPoint('http://ca.example/ca/1.crl'), authorityInfoAccess(urls)]

/** A root and a CA below it. */
export function hierarchy(): { root: Authority; device: Authority } {
  const usages = keyUsage(['keyCertSign', 'cRLSign'])
  const rootPair = newPair()
  const root = {
    ...rootPair,
    certificate: certify({ CN: 'Root 試験', O: 'Example', C: 'JP' }, rootPair, rootPair, [basicConstraints({ pathLength: null }), usages]),
  }
  const pair = newPair()
  const device = {
    ...pair,
    certificate: certify({ CN: 'Device CA', C: 'JP' }, pair, root, [basicConstraints({ pathLength: 0 }), usages, ...pointers]),
  }
  return { root, device }
}

export const clientOf = (by: Authority, pair: Pick<Pair, 'keyInfo'>): Certificate =>
  certify({ CN: '8981100000000000017', O: 'Example' }, pair, by, [
    basicConstraints(null),
    keyUsage(['digitalSignature']),
    extKeyUsage(['clientAuth']),
    subjectAltName([
      { type: 'uri', value: 'urn:imei:490154203237518' },
      { type: 'dns', value: 'meter-7.example' },
    ]),
    ...pointers,
  ])

export const responderOf = (by: Authority, pair: Pair): Certificate =>
  certify({ CN: 'Responder' }, pair, by, [
    basicConstraints(null),
    keyUsage(['digitalSignature']),
    extKeyUsage(['ocspSigning']),
    ocspNoCheck,
  ])
