import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { objectPage, readPiece } from '@simdeck/protocol/iot-safe/provisioning.ts'
import { publicKey } from '@simdeck/protocol/iot-safe/key-tlvs.ts'
import { readTlvs } from '@simdeck/protocol/iot-safe/objects.ts'
import { p256Point, readCertificationRequest } from '@simdeck/protocol/x509/certification-request.ts'
import { encodeName } from '@simdeck/protocol/x509/name.ts'
import { object, SafeCard, spki, tlv } from './safe-card.fixture.ts'

const pair = { privateKey: object('privateKey', '01'), publicKey: object('publicKey', '01') }
const certificate = Uint8Array.from({ length: 500 }, (_, at) => at % 251)
const file = object('file', 'c0', { size: 600 })
const dataOf = (answer: string | undefined): Uint8Array => {
  expect(answer).toMatch(/9000$/)
  return fromHex(answer!.slice(0, -4))
}
const pointOf = (answer: string | undefined): string => toHex(publicKey.decode(readTlvs(dataOf(answer))))
const readKey = { kind: 'read', object: pair.publicKey, offset: 0, length: 0 } as const
const update = (offset: number, end: number, total: number | null = null) =>
  ({ kind: 'update', file, offset, data: certificate.subarray(offset, end), total }) as const
const readBack = (safe: SafeCard, length = certificate.length): string =>
  Array.from(
    { length: Math.ceil(length / readPiece) },
    (_, at) => ({ kind: 'read', object: file, offset: at * readPiece, length: readPiece }) as const,
  )
    .flatMap((read) => safe.provision(read))
    .map((answer) => answer.slice(0, -4))
    .join('')

test('a key pair is made on the card, signs a hash, and is replaced when it is made again', () => {
  const safe = new SafeCard()
  const [generated, key] = safe.provision({ kind: 'generate', ...pair }, readKey)
  expect(generated).toBe('9000')
  const hash = createHash('sha256').update('request').digest()
  const [answer = ''] = safe.provision({ kind: 'sign', privateKey: pair.privateKey, hash })
  const signer = createPublicKey({ key: spki(pointOf(key)), format: 'der', type: 'spki' })
  const signature = Buffer.from(answer.slice(4, -4), 'hex')
  expect(verify('sha256', Buffer.from('request'), { key: signer, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
  const [, next] = safe.provision({ kind: 'generate', ...pair }, readKey)
  expect(pointOf(next)).not.toBe(pointOf(key))
  expect(objectPage.decode(dataOf(safe.provision({ kind: 'list', page: 0 })[0])).objects).toHaveLength(2)
  expect(safe.provision({ kind: 'read', object: pair.privateKey, offset: 0, length: 0 })).toEqual(['6982'])
})

test('a key that was not made yet does not sign, and is not read', () => {
  const safe = new SafeCard()
  const empty = { access: 3, content: '', file: null, isUpdating: false }
  safe.card.nvm.applications[0]!.safeObjects = (['privateKey', 'publicKey'] as const).map((kind) => ({
    ...empty,
    kind,
    id: '01',
    label: '01',
  }))
  expect(safe.provision({ kind: 'sign', privateKey: pair.privateKey, hash: new Uint8Array(32) })).toEqual(['6985'])
  expect(safe.provision({ kind: 'request', privateKey: pair.privateKey, subject: encodeName({ CN: 'x' }), offset: 0, length: 9 })).toEqual([
    '6985',
  ])
  expect(safe.provision(readKey)).toEqual(['6985'])
  const [generated, key] = safe.provision({ kind: 'generate', ...pair }, readKey)
  expect([generated, pointOf(key).length]).toEqual(['9000', 130])
})

test('the list is whole with the most objects that fit', () => {
  const safe = new SafeCard(256 * 1024)
  const create = (at: number) =>
    ({ kind: 'create', object: object('file', at.toString(16).padStart(4, '0'), { label: 'x'.repeat(60) }) }) as const
  expect(new Set(safe.provision(...Array.from({ length: 128 }, (_, at) => create(at))))).toEqual(new Set(['9000']))
  expect(safe.provision(create(128))).toEqual(['6A84'])
  expect(safe.provision(create(5))).toEqual(['9000'])
  const { pages } = objectPage.decode(dataOf(safe.provision({ kind: 'list', page: 0 })[0]))
  const listed = safe.provision(...Array.from({ length: pages }, (_, page) => ({ kind: 'list', page }) as const))
  expect(listed.flatMap((answer) => objectPage.decode(dataOf(answer)).objects)).toHaveLength(128)
})

test('the card writes a request for a certificate, which is read in pieces', () => {
  const safe = new SafeCard()
  const [, key] = safe.provision({ kind: 'generate', ...pair }, readKey)
  const subject = encodeName({ CN: '8981100000000000017', O: 'Example' })
  const part = (offset: number, length: number) => ({ kind: 'request', privateKey: pair.privateKey, subject, offset, length }) as const
  const octets = safe.provision(part(0, 100), part(100, 100), part(200, 200)).map((answer) => dataOf(answer))
  const request = readCertificationRequest(Buffer.concat(octets))
  expect(request.isSigned).toBe(true)
  expect(toHex(request.subject)).toBe(toHex(subject))
  expect(toHex(p256Point(request.keyInfo))).toBe(pointOf(key))
  expect(safe.provision({ ...part(0, 100), subject: fromHex('0500') }), 'a subject that is no Name').toEqual(['6A80'])
  expect(safe.provision(part(900, 100))).toEqual(['6A80'])
})

test('a file is written in parts, read back octet for octet, and hidden from devices until it is complete', () => {
  const safe = new SafeCard()
  const read = (offset: string): string => safe.device(`b0${offset}`, tlv('83', 'c0'), 'ff')
  expect(safe.provision({ kind: 'create', object: file }, update(0, 200))).toEqual(['9000', '9000'])
  safe.openDevice()
  expect(read('0000')).toBe('6984')
  expect(safe.provision(update(200, 400), update(400, 500, 500))).toEqual(['9000', '9000'])
  expect(read('0100')).toBe(`${toHex(certificate.subarray(256))}9000`)
  expect(readBack(safe)).toBe(toHex(certificate))
})

test('each command can be sent again after an interruption, at any point', () => {
  const safe = new SafeCard()
  const { freeOctets } = objectPage.decode(dataOf(safe.provision({ kind: 'list', page: 0 })[0]))
  const script = [{ kind: 'create', object: file } as const, update(0, 200), update(200, 400), update(400, 500, 500)]
  for (let done = 0; done <= script.length; done++) {
    safe.provision(...script.slice(0, done))
    safe.card.reset()
    expect(safe.provision(...script)).toEqual(script.map(() => '9000'))
    expect(readBack(safe)).toBe(toHex(certificate))
  }
  expect(safe.provision({ kind: 'create', object: file })).toEqual(['9000'])
  expect(readBack(safe), 'creating a file again keeps its content').toBe(toHex(certificate))
  expect(safe.provision({ kind: 'delete', object: file })).toEqual(['9000'])
  expect(safe.provision({ kind: 'delete', object: file })).toEqual(['6A88'])
  expect(objectPage.decode(dataOf(safe.provision({ kind: 'list', page: 0 })[0]))).toEqual({ pages: 1, freeOctets, objects: [] })
})

test('the list has pages, which together hold every object once', () => {
  const safe = new SafeCard()
  const ids = Array.from({ length: 9 }, (_, at) => `c${at}`)
  safe.provision(
    ...ids.map((id) => ({ kind: 'create', object: object('file', id, { label: `file ${id}`.padEnd(60, '.'), size: 20 }) }) as const),
  )
  const first = objectPage.decode(dataOf(safe.provision({ kind: 'list', page: 0 })[0]))
  const pages = Array.from({ length: first.pages }, (_, page) => objectPage.decode(dataOf(safe.provision({ kind: 'list', page })[0])))
  expect(pages.flatMap(({ objects }) => objects.map(({ id }) => toHex(id)))).toEqual(ids)
  expect(safe.provision({ kind: 'list', page: first.pages })).toEqual(['6A88'])
})

test('a command for which the memory does not suffice changes nothing', () => {
  const safe = new SafeCard(7_000)
  const { freeOctets } = objectPage.decode(dataOf(safe.provision({ kind: 'list', page: 0 })[0]))
  const filler = object('file', 'f0', { size: freeOctets - 200 })
  expect(safe.provision({ kind: 'create', object: filler })).toEqual(['9000'])
  const before = structuredClone(safe.card.nvm.applications)
  expect(safe.provision({ kind: 'generate', ...pair })).toEqual(['6A84'])
  expect(safe.provision({ kind: 'create', object: file })).toEqual(['6A84'])
  expect(safe.card.nvm.applications).toEqual(before)
  expect(safe.provision({ kind: 'delete', object: filler }, { kind: 'generate', ...pair })).toEqual(['9000', '9000'])
})

test('wrong commands are refused, and change nothing', () => {
  const safe = new SafeCard()
  safe.provision({ kind: 'create', object: file }, update(0, 200), update(200, 400), update(400, 500, 500))
  const before = structuredClone(safe.card.nvm.applications)
  expect(safe.provision({ kind: 'update', file, offset: 500, data: certificate.subarray(0, 200), total: null }), 'past its size').toEqual([
    '6A80',
  ])
  expect(safe.provision(update(0, 100, 99)), 'a total that is not its end').toEqual(['6A80'])
  expect(safe.provision({ kind: 'update', file: object('file', 'c9'), offset: 0, data: certificate.subarray(0, 5), total: 5 })).toEqual([
    '6A88',
  ])
  expect(safe.provision({ kind: 'sign', privateKey: pair.privateKey, hash: new Uint8Array(32) })).toEqual(['6A88'])
  expect(safe.provision({ kind: 'read', object: file, offset: 501, length: 1 })).toEqual(['6A80'])
  expect(safe.card.nvm.applications).toEqual(before)
})

test('the objects are in the stored card', () => {
  const safe = new SafeCard()
  safe.provision({ kind: 'create', object: file }, update(0, 200), update(200, 400), update(400, 500, 500), { kind: 'generate', ...pair })
  const stored = JSON.parse(JSON.stringify(safe.card.nvm)) as typeof safe.card.nvm
  Object.assign(safe.card.nvm, stored)
  safe.card.reset()
  expect(readBack(safe)).toBe(toHex(certificate))
})
