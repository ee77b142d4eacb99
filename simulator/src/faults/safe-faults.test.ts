import { expect, test } from 'vitest'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { publicKey } from '@simdeck/protocol/iot-safe/key-tlvs.ts'
import { readTlvs } from '@simdeck/protocol/iot-safe/objects.ts'
import { p256PublicKey, p256KeyInfo, readCertificationRequest } from '@simdeck/protocol/x509/certification-request.ts'
import { encodeName, nameText } from '@simdeck/protocol/x509/name.ts'
import { object, SafeCard } from '../applets/iot-safe/safe-card.fixture.ts'
import type { Misbehaviour } from '../misbehaviour.ts'
import { SimFaults } from './sim-faults.ts'

const privateKey = object('privateKey', '01')
const ownKey = object('publicKey', '01')

/** The request and the key that the server reads from a card with these faults. */
function provisioned(...misbehaviours: Misbehaviour[]) {
  const safe = new SafeCard()
  new SimFaults(misbehaviours, safe.card)
  const request = (offset: number) => ({ kind: 'request', privateKey, subject: encodeName({ CN: 'meter' }), offset, length: 150 }) as const
  const answers = safe.provision(
    { kind: 'generate', privateKey, publicKey: ownKey },
    { kind: 'read', object: ownKey, offset: 0, length: 0 },
    request(0),
    request(150),
  )
  expect(answers.every((answer) => answer.endsWith('9000'))).toBe(true)
  const [, key, ...parts] = answers.map((answer) => fromHex(answer.slice(0, -4)))
  const { isSigned, attributes, keyInfo } = readCertificationRequest(Buffer.concat(parts))
  const point = publicKey.decode(readTlvs(key!))
  expect(p256PublicKey(p256KeyInfo(point)).asymmetricKeyType).toBe('ec')
  return { isSigned, subject: nameText(attributes), isSameKey: toHex(p256KeyInfo(point)) === toHex(keyInfo) }
}

test.each<[string, Misbehaviour[], ReturnType<typeof provisioned>]>([
  ['no fault', [], { isSigned: true, subject: 'CN=meter', isSameKey: true }],
  ['a wrong signature', [{ kind: 'wrongSafeSignature', skip: 1 }], { isSigned: false, subject: 'CN=meter', isSameKey: true }],
  ['another key', [{ kind: 'otherSafeKey' }], { isSigned: true, subject: 'CN=meter', isSameKey: false }],
  ['another subject', [{ kind: 'otherSafeSubject', times: 'always' }], { isSigned: true, subject: 'CN=another subject', isSameKey: true }],
])('%s', (_, misbehaviours, expected) => {
  expect(provisioned(...misbehaviours)).toEqual(expected)
})

test('a file reads back with another last octet, once', () => {
  const safe = new SafeCard()
  new SimFaults([{ kind: 'otherSafeContent' }], safe.card)
  const file = object('file', 'c0', { size: 4 })
  const read = { kind: 'read', object: file, offset: 0, length: 4 } as const
  const update = { kind: 'update', file, offset: 0, data: fromHex('01020304'), total: 4 } as const
  const answers = safe.provision({ kind: 'create', object: file }, update, read, read)
  expect(answers.slice(2)).toEqual(['010203059000', '010203049000'])
})
