import { expect, test } from 'vitest'
import { commandApdu, leAny } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf } from '@simdeck/protocol/bytes.ts'
import { cardData, getData } from '@simdeck/protocol/gp/card-data.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { confirmsKeys, keyInformation, putKey, sealKeys } from '@simdeck/protocol/gp/keys.ts'
import { Host } from '../testing/host.ts'
import { dek, keysOf, namesOf, opened, fails } from './domains.fixture.ts'

const added = { replaces: 0, version: 0x31, firstId: 1, keys: keysOf(0x10, 32) }
const replacement = { replaces: 0x30, version: 0x30, firstId: 1, keys: keysOf(0x20) }
const put = (keys: Parameters<typeof sealKeys>[0], under = dek): CommandApdu => putKey.encode(sealKeys(keys, under))

/** A card with the key sets 30 and 31, and a channel that is open under the first. */
function openedWithTwoSets(): Host {
  const host = opened()
  expect(host.send(put(added)).sw).toBe(0x9000)
  return host
}

test('PUT KEY adds a key set and confirms its keys', () => {
  const answer = opened().send(put(added))
  expect(answer.sw).toBe(0x9000)
  expect(confirmsKeys(added, answer.data)).toBe(true)
})

test('an added key set is listed in the key information and opens a channel', () => {
  const host = openedWithTwoSets()
  const information = keyInformation.decode(host.send(getData.encode(cardData.keyInformation)).data)
  expect(information.map(({ version, id, length }) => [version, id, length])).toEqual([
    ...[1, 2, 3].map((id) => [0x30, id, 16]),
    ...[1, 2, 3].map((id) => [0x31, id, 32]),
  ])
  expect(new Host(host.card, namesOf(keysOf(0x10, 32)), 0x31).open()).toBe(0x9000)
})

test.each<[name: string, change: (whole: CommandApdu) => CommandApdu, sw: number]>([
  [
    'a wrong check value',
    (whole) => ({ ...whole, data: whole.data.map((octet, at, { length }) => (at === length - 1 ? octet ^ 1 : octet)) }),
    0x9485,
  ],
  ['an unknown key type', (whole) => ({ ...whole, data: whole.data.map((octet, at) => (at === 1 ? 0x80 : octet)) }), 0x9484],
  ['a missing octet', (whole) => ({ ...whole, data: whole.data.subarray(0, -1) }), 0x6a80],
  ['key identifier 0 in P2', (whole) => ({ ...whole, p2: 0x80 }), 0x6a86],
  ['an unknown version to replace', () => put({ ...replacement, replaces: 0x35 }), 0x6a88],
  ['an added version that exists', () => put({ ...replacement, replaces: 0 }), 0x6a80],
  ['a new version that another set has', () => put({ ...replacement, version: 0x31 }), 0x6a80],
  ['keys of another length', () => put({ ...replacement, keys: keysOf(0x20, 32) }), 0x6a80],
])('PUT KEY with %s fails and changes nothing', (_name, change, sw) => {
  fails(openedWithTwoSets(), change(put(replacement)), sw)
})

test('a channel stays open after its key set is replaced', () => {
  const host = openedWithTwoSets()
  expect(host.send(put(replacement)).sw).toBe(0x9000)
  expect(host.status('issuerSecurityDomain')).toHaveLength(1)
})

test('after a replacement, the new keys open a channel and the old ones do not', () => {
  const host = openedWithTwoSets()
  expect(host.send(put(replacement)).sw).toBe(0x9000)
  expect(() => new Host(host.card).open()).toThrow('cryptogram')
  expect(new Host(host.card, namesOf(keysOf(0x20))).open()).toBe(0x9000)
  expect(new Host(host.card, namesOf(keysOf(0x10, 32)), 0x31).open(), 'the other set').toBe(0x9000)
})

test('PUT KEY decrypts keys with the DEK of the key set that opened the channel', () => {
  const { card } = openedWithTwoSets()
  const host = new Host(card, namesOf(keysOf(0x10, 32)), 0x31)
  expect(host.open()).toBe(0x9000)
  fails(host, put(replacement), 0x9485)
  expect(host.send(put(replacement, keysOf(0x10, 32)[2])).sw).toBe(0x9000)
})

test('PUT KEY replaces a single key of a set', () => {
  const host = openedWithTwoSets()
  expect(host.send(put({ ...replacement, keys: keysOf(0x20) })).sw).toBe(0x9000)
  const changed = new Host(host.card, namesOf(keysOf(0x20)))
  expect(changed.open()).toBe(0x9000)
  const mac = { ...replacement, firstId: 2, keys: [new Uint8Array(16).fill(0x55)] }
  expect(changed.send(put(mac, keysOf(0x20)[2])).sw).toBe(0x9000)
  expect(new Host(host.card, { ...namesOf(keysOf(0x20)), mac: '55'.repeat(16) }).open()).toBe(0x9000)
})

test('a card holds twelve key sets, as many as its key information has room for', () => {
  const host = openedWithTwoSets()
  const many = Array.from({ length: 10 }, (_, at) => put({ ...added, version: 0x40 + at, keys: keysOf(at) }))
  expect(host.sendAll(many)).toBe(0x9000)
  expect(host.send(getData.encode(cardData.keyInformation)).data.length).toBeLessThanOrEqual(223)
  fails(host, put({ ...added, version: 0x60, keys: keysOf(1) }), 0x6a84)
})

test.each([
  ['an unknown version', { id: null, version: 0x35 }, 0x6a88],
  ['the same key of all versions', { id: 1, version: null }, 0x6985],
])('DELETE [key] of %s fails and changes nothing', (_name, what, sw) => {
  fails(openedWithTwoSets(), deletion.encode({ kind: 'keys', ...what }), sw)
})

test('after DELETE [key] of one key, its set opens no channel', () => {
  const host = openedWithTwoSets()
  expect(host.send(deletion.encode({ kind: 'keys', id: 3, version: 0x30 }))).toEqual({ sw: 0x9000, data: bytesOf(0) })
  expect(host.plain(commandApdu(0x80, 0x50, 0x30, 0, new Uint8Array(8), leAny)).sw).toBe(0x6a88)
})

test('DELETE [key] removes a version, but not the last set of the issuer', () => {
  const { card } = openedWithTwoSets()
  const host = new Host(card, namesOf(keysOf(0x10, 32)), 0x31)
  expect(host.open()).toBe(0x9000)
  expect(host.send(deletion.encode({ kind: 'keys', id: null, version: 0x30 })).sw).toBe(0x9000)
  fails(host, deletion.encode({ kind: 'keys', id: null, version: 0x31 }), 0x6985)
  expect(card.nvm.securityDomain.keys.map(({ version }) => version)).toEqual([0x31, 0x31, 0x31])
})
