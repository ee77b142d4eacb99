import { expect, test } from 'vitest'
import { commandApdu, leAny } from '@simdeck/protocol/apdu.ts'
import { bytesOf } from '@simdeck/protocol/bytes.ts'
import { cardData, getData } from '@simdeck/protocol/gp/card-data.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { confirmsKeys, keyInformation, putKey, sealKeys } from '@simdeck/protocol/gp/keys.ts'
import { Host, makeCard } from '../testing/host.ts'
import { dek, keysOf, namesOf, opened, fails } from './domains.fixture.ts'

test('PUT KEY adds key sets and replaces them; channels follow, and a command that fails changes nothing', () => {
  const card = makeCard()
  const host = opened(card)
  const added = { replaces: 0, version: 0x31, firstId: 1, keys: keysOf(0x10, 32) }
  const answer = host.send(putKey.encode(sealKeys(added, dek)))
  expect(answer.sw).toBe(0x9000)
  expect(confirmsKeys(added, answer.data)).toBe(true)
  const information = keyInformation.decode(host.send(getData.encode(cardData.keyInformation)).data)
  expect(information.map(({ version, id, length }) => [version, id, length])).toEqual([
    ...[1, 2, 3].map((id) => [0x30, id, 16]),
    ...[1, 2, 3].map((id) => [0x31, id, 32]),
  ])

  const replacement = { ...added, replaces: 0x30, version: 0x30, keys: keysOf(0x20) }
  const whole = putKey.encode(sealKeys(replacement, dek))
  const oneWrong = { ...whole, data: whole.data.map((octet, at) => (at === whole.data.length - 1 ? octet ^ 1 : octet)) }
  fails(host, oneWrong, 0x9485)
  fails(host, { ...whole, data: whole.data.map((octet, at) => (at === 1 ? 0x80 : octet)) }, 0x9484)
  fails(host, { ...whole, data: whole.data.subarray(0, -1) }, 0x6a80)
  fails(host, { ...whole, p2: 0x80 }, 0x6a86)
  fails(host, putKey.encode(sealKeys({ ...replacement, replaces: 0x35 }, dek)), 0x6a88)
  fails(host, putKey.encode(sealKeys({ ...replacement, replaces: 0 }, dek)), 0x6a80)
  fails(host, putKey.encode(sealKeys({ ...replacement, version: 0x31 }, dek)), 0x6a80)
  fails(host, putKey.encode(sealKeys({ ...replacement, keys: keysOf(0x20, 32) }, dek)), 0x6a80)
  expect(host.send(whole).sw).toBe(0x9000)
  expect(host.status('issuerSecurityDomain'), 'the open channel goes on').toHaveLength(1)

  const many = Array.from({ length: 10 }, (_, at) =>
    putKey.encode(sealKeys({ replaces: 0, version: 0x40 + at, firstId: 1, keys: keysOf(at) }, dek)),
  )
  expect(host.sendAll(many)).toBe(0x9000)
  expect(host.send(getData.encode(cardData.keyInformation)).data.length).toBeLessThanOrEqual(223)
  fails(host, putKey.encode(sealKeys({ replaces: 0, version: 0x60, firstId: 1, keys: keysOf(1) }, dek)), 0x6a84)

  expect(() => new Host(card).open()).toThrow('cryptogram')
  const changed = new Host(card, namesOf(keysOf(0x20)))
  expect(changed.open()).toBe(0x9000)
  // Keys come under the DEK of the key set that opened the channel.
  fails(changed, putKey.encode(sealKeys({ ...replacement, keys: keysOf(0x60) }, dek)), 0x9485)
  expect(
    changed.send(putKey.encode(sealKeys({ ...replacement, firstId: 2, keys: [new Uint8Array(16).fill(0x55)] }, keysOf(0x20)[2]!))).sw,
  ).toBe(0x9000)
  expect(new Host(card, { ...namesOf(keysOf(0x20)), mac: '55'.repeat(16) }).open()).toBe(0x9000)
  expect(new Host(card, namesOf(keysOf(0x10, 32)), 0x31).open()).toBe(0x9000)
})

test('DELETE [key] removes versions, but the issuer keeps one to get in with', () => {
  const host = opened()
  host.send(putKey.encode(sealKeys({ replaces: 0, version: 0x31, firstId: 1, keys: keysOf(0x10) }, dek)))
  fails(host, deletion.encode({ kind: 'keys', id: null, version: 0x35 }), 0x6a88)
  fails(host, deletion.encode({ kind: 'keys', id: 1, version: null }), 0x6985)
  expect(host.send(deletion.encode({ kind: 'keys', id: 3, version: 0x30 }))).toEqual({ sw: 0x9000, data: bytesOf(0) })
  expect(host.plain(commandApdu(0x80, 0x50, 0x30, 0, new Uint8Array(8), leAny)).sw, 'a key set that is not whole').toBe(0x6a88)
  const other = new Host(host.card, namesOf(keysOf(0x10)))
  expect(other.open()).toBe(0x9000)
  expect(other.send(deletion.encode({ kind: 'keys', id: null, version: 0x30 })).sw).toBe(0x9000)
  fails(other, deletion.encode({ kind: 'keys', id: null, version: 0x31 }), 0x6985)
  expect(host.card.nvm.securityDomain.keys.map(({ version }) => version)).toEqual([0x31, 0x31, 0x31])
})
