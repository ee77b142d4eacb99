import { sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import {
  certificationRequest,
  certificationRequestInfo,
  p256KeyInfo,
  p256Point,
  readCertificationRequest,
} from '@simdeck/protocol/x509/certification-request.ts'
import { bitString, der, derTags, oid, sequence } from '@simdeck/protocol/x509/der.ts'
import { encodeName, nameText } from '@simdeck/protocol/x509/name.ts'
import { OpenSsl } from '../../testing/openssl.ts'
import { isIssuedBy, newSerial, readCertificate, signCertificate } from './certificate.ts'
import { type RevokedEntry, signCrl } from './crl.ts'
import { decodedCertificate } from './decode.ts'
import { keyIdentifier } from './extensions.ts'
import { readOcspRequest } from './ocsp-request.ts'
import { ocspFailure, type OcspStatus, signOcspResponse } from './ocsp-response.ts'
import { fromPem, toPem } from './pem.ts'
import { clientOf, day, hierarchy, newPair, responderOf } from './x509.fixture.ts'

let openssl: OpenSsl
const { root, device } = hierarchy()
const clientPair = newPair()
const client = clientOf(device, clientPair)
beforeAll(() => {
  openssl = new OpenSsl()
  openssl.file('root.pem', toPem('CERTIFICATE', root.certificate.bytes))
  openssl.file('device.pem', toPem('CERTIFICATE', device.certificate.bytes))
  openssl.file('client.pem', toPem('CERTIFICATE', client.bytes))
})
afterAll(() => openssl[Symbol.dispose]())

const crlOf = (entries: readonly RevokedEntry[], by = device) =>
  signCrl(
    {
      issuer: by.certificate.subject,
      issuerKeyIdentifier: keyIdentifier(by.keyInfo),
      thisUpdate: new Date(),
      nextUpdate: new Date(Date.now() + day),
      number: 312,
      entries,
    },
    by.key,
  )
const verify = (...args: string[]) =>
  openssl.run('verify', '-x509_strict', '-purpose', 'sslclient', '-CAfile', 'root.pem', '-untrusted', 'device.pem', ...args, 'client.pem')

test('a certificate with a name or a key that cannot be shown is refused', () => {
  const { keyInfo, key } = newPair()
  const names = { issuer: encodeName({ CN: 'x' }), subject: encodeName({ CN: 'x' }) }
  const content = { serial: newSerial(), validFrom: new Date(), validTo: new Date(Date.now() + day), keyInfo, extensions: [], ...names }
  const read = (more: Partial<typeof content>) => () => readCertificate(signCertificate({ ...content, ...more }, key))
  expect(read({})).not.toThrow()
  const universalString = 0x1c
  const name = sequence(der(derTags.set, sequence(oid('2.5.4.3'), der(universalString, Uint8Array.of(0, 0, 0, 0x41)))))
  expect(read({ issuer: name })).toThrow(ProtocolError)
  expect(read({ subject: name })).toThrow(ProtocolError)
  expect(read({ keyInfo: sequence(sequence(oid('1.2.3.4.5')), bitString(Uint8Array.of(1, 2))) })).toThrow(ProtocolError)
})

test('OpenSSL accepts the chain under its strict rules, and reads back every field', () => {
  expect(verify()).toEqual({ code: 0, text: 'client.pem: OK\n' })
  const { text } = openssl.run('x509', '-in', 'client.pem', '-noout', '-text', '-nameopt', 'RFC2253')
  expect(text).toContain('Subject: CN=8981100000000000017,O=Example')
  expect(text).toMatch(/X509v3 Basic Constraints: critical\s+CA:FALSE/)
  expect(text).toMatch(/X509v3 Key Usage: critical\s+Digital Signature\n/)
  expect(text).toContain('TLS Web Client Authentication')
  expect(text).toContain('URI:urn:imei:490154203237518, DNS:meter-7.example')
  expect(text).toContain('URI:http://ca.example/ca/1.crl')
  expect(text).toMatch(/OCSP - URI:http:\/\/ca.example\/ocsp\s+CA Issuers - URI:http:\/\/ca.example\/ca\/1.crt/)
  const read = readCertificate(fromPem('CERTIFICATE', toPem('CERTIFICATE', client.bytes))[0]!)
  expect(openssl.run('x509', '-in', 'client.pem', '-noout', '-serial').text.trim()).toBe(`serial=${toHex(read.serial).toUpperCase()}`)
  expect(nameText(read.attributes)).toBe('CN=8981100000000000017,O=Example')
  expect(read.ca).toBeNull()
  expect(device.certificate.ca).toEqual({ pathLength: 0, signsCertificates: true, signsCrls: true })
  expect(nameText(root.certificate.attributes)).toBe('CN=Root 試験,O=Example,C=JP')
  expect([isIssuedBy(client, device.certificate), isIssuedBy(client, root.certificate)]).toEqual([true, false])
})

test('serials are positive and of 16 octets', () => {
  const serials = Array.from({ length: 500 }, newSerial)
  expect(serials.every((serial) => serial.length === 16 && serial[0]! >= 0x40 && serial[0]! < 0x80)).toBe(true)
  expect(new Set(serials.map(toHex)).size).toBe(500)
})

test('OpenSSL reads the CRL, and finds the revoked certificate in it', async () => {
  const entry = { serial: client.serial, revokedAt: new Date(), reason: 'keyCompromise' } as const
  const others = Array.from({ length: 4500 }, () => ({ serial: newSerial(), revokedAt: new Date(), reason: 'unspecified' as const }))
  openssl.file('empty.crl', toPem('X509 CRL', await crlOf([])))
  openssl.file('full.crl', toPem('X509 CRL', await crlOf([...others, entry])))
  const read = openssl.run('crl', '-in', 'full.crl', '-noout', '-text', '-CAfile', 'device.pem')
  expect(read.text).toContain('verify OK')
  expect(read.text).toMatch(/X509v3 CRL Number:\s+312/)
  expect(read.text).toMatch(/CRL Reason Code:\s+Key Compromise/)
  expect(read.text.match(/Serial Number:/g)).toHaveLength(4501)
  expect(verify('-crl_check', '-CRLfile', 'empty.crl')).toMatchObject({ code: 0 })
  expect(verify('-crl_check', '-CRLfile', 'full.crl').text).toContain('error 23 at 0 depth lookup: certificate revoked')
})

test('OpenSSL accepts the answer to its OCSP request with its nonce, and sees each status', () => {
  openssl.run('ocsp', '-issuer', 'device.pem', '-cert', 'client.pem', '-reqout', 'request.der')
  openssl.run('ocsp', '-sha256', '-issuer', 'device.pem', '-cert', 'client.pem', '-reqout', 'sha256.der', '-no_nonce')
  const pair = newPair()
  const signer = { ...pair, certificate: responderOf(device, pair).bytes }
  const answer = (request: string, status: OcspStatus['status']) => {
    const { ids, nonce } = readOcspRequest(openssl.read(request))
    const producedAt = new Date()
    const statuses = ids.map(({ whole }) => ({ id: whole, status }))
    openssl.file('answer.der', signOcspResponse({ statuses, nonce, producedAt, nextUpdate: new Date(Date.now() + day) }, signer))
    const files = ['-issuer', 'device.pem', '-CAfile', 'root.pem', '-verify_other', 'device.pem', '-no_nonce', '-resp_text']
    return openssl.run('ocsp', ...files, '-reqin', request, '-respin', 'answer.der').text
  }
  const { ids, nonce } = readOcspRequest(openssl.read('request.der'))
  expect(ids).toMatchObject([{ hash: 'sha1', serial: client.serial }])
  expect(toHex(ids[0]!.keyHash)).toBe(toHex(keyIdentifier(device.keyInfo)))
  expect(nonce).toHaveLength(18)
  expect(readOcspRequest(openssl.read('sha256.der'))).toMatchObject({ ids: [{ hash: 'sha256' }], nonce: null })
  const good = answer('request.der', 'good')
  expect(good).toContain('Response verify OK')
  expect(good).toContain('Cert Status: good')
  expect(good).not.toMatch(/nonce (verify error|in response)/i)
  expect(answer('sha256.der', 'good')).toContain('Response verify OK')
  expect(answer('request.der', { revokedAt: new Date(), reason: 'superseded' })).toMatch(/Cert Status: revoked[^]*Reason: superseded/)
  expect(answer('request.der', 'unknown')).toContain('Cert Status: unknown')
  openssl.file('failure.der', ocspFailure('unauthorized'))
  expect(openssl.run('ocsp', '-respin', 'failure.der', '-issuer', 'device.pem', '-cert', 'client.pem').text).toContain('unauthorized (6)')
})

test('a request that a card signs is read, and OpenSSL agrees with its signature', () => {
  const subject = encodeName({ CN: 'meter-7', O: 'a, "b"', OU: '設備' })
  const info = certificationRequestInfo({ subject, keyInfo: p256KeyInfo(p256Point(clientPair.keyInfo)) })
  const request = certificationRequest(info, sign('sha256', info, clientPair.key))
  openssl.file('card.csr', toPem('CERTIFICATE REQUEST', request))
  expect(openssl.run('req', '-in', 'card.csr', '-noout', '-verify').text).toMatch(/verify OK/i)
  const read = readCertificationRequest(request)
  expect(read).toMatchObject({ isSigned: true, keyInfo: clientPair.keyInfo })
  expect(nameText(read.attributes)).toBe(String.raw`CN=meter-7,OU=設備,O=a\, \"b\"`)
  const forged = certificationRequest(info, sign('sha256', info, newPair().key))
  expect(readCertificationRequest(forged).isSigned).toBe(false)
})

test('a request of OpenSSL is read, also with attributes; keys other than P-256 are refused', () => {
  const make = (...key: string[]) =>
    openssl.run(
      'req',
      '-new',
      '-nodes',
      '-keyout',
      'x.key',
      ...key,
      '-subj',
      '/C=JP/CN=x',
      '-addext',
      'basicConstraints=CA:true',
      '-out',
      'x.csr',
    )
  const read = () => readCertificationRequest(fromPem('CERTIFICATE REQUEST', new TextDecoder().decode(openssl.read('x.csr')))[0]!)
  make('-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256')
  expect(read()).toMatchObject({
    isSigned: true,
    attributes: [
      { type: 'C', value: 'JP' },
      { type: 'CN', value: 'x' },
    ],
  })
  make('-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384')
  expect(read).toThrow('not a public key of P-256')
  make('-newkey', 'rsa:2048')
  expect(read).toThrow('ECDSA')
})

test('a certificate is decoded for people; extensions of other forms are left out', () => {
  expect(decodedCertificate(client)).toMatchObject({
    subject: 'CN=8981100000000000017,O=Example',
    isCa: false,
    key: 'P-256',
    keyUsages: ['digitalSignature'],
    extendedKeyUsages: ['clientAuth'],
    crlUrls: ['http://ca.example/ca/1.crl'],
    ocspUrls: ['http://ca.example/ocsp'],
    issuerUrls: ['http://ca.example/ca/1.crt'],
  })
  const folder = '[folder]\nCN=CRLs of elsewhere\n'
  const lists = '[list]\nfullname=dirName:folder\n[lists]\nfullname=URI:http://ca.example/2.crl,dirName:folder\n'
  openssl.file('odd.cnf', `[req]\ndistinguished_name=names\n[names]\n[odd]\ncrlDistributionPoints=list,lists\n${lists}${folder}`)
  const usages = ['-addext', 'extendedKeyUsage=1.2.3.4,serverAuth', '-addext', 'authorityKeyIdentifier=issuer:always']
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'odd.key', '-subj', '/CN=Odd', '-out', 'odd.pem', '-days', '9']
  openssl.run('req', '-x509', '-config', 'odd.cnf', '-extensions', 'odd', ...usages, ...made)
  const [odd] = fromPem('CERTIFICATE', new TextDecoder().decode(openssl.read('odd.pem'))).map(readCertificate)
  expect(decodedCertificate(odd!)).toMatchObject({
    key: 'RSA 2048',
    keyUsages: [],
    extendedKeyUsages: ['1.2.3.4', 'serverAuth'],
    authorityKeyIdentifier: null,
    crlUrls: ['http://ca.example/2.crl'],
    ocspUrls: [],
  })
})
