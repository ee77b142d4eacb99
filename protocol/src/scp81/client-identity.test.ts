import { expect, test } from 'vitest'
import { bytesOf, concat, uint } from '../bytes.ts'
import { ClientIdentityReader } from './client-identity.ts'

const ascii = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const record = (type: number, content: Uint8Array): Uint8Array => concat(bytesOf(type, 3, 3), uint(content.length, 2), content)
const message = (type: number, body: Uint8Array): Uint8Array => concat(bytesOf(type), uint(body.length, 3), body)
const keyExchange = (identity: string): Uint8Array => message(16, concat(uint(identity.length, 2), ascii(identity)))
const hello = record(22, message(1, new Uint8Array(300)))

test('the identity is found, however the octets arrive', () => {
  const exchange = keyExchange('card-1')
  const wire = concat(hello, record(22, exchange.subarray(0, 5)), record(22, exchange.subarray(5)), record(20, bytesOf(1)))
  for (const size of [1, 7, wire.length]) {
    const reader = new ClientIdentityReader()
    let found = null
    for (let at = 0; at < wire.length && !found; at += size) found = reader.read(wire.subarray(at, at + size))
    expect(found).toEqual({ identity: 'card-1' })
  }
})

test.each([
  ['a record that is no handshake', record(23, bytesOf(0))],
  ['an identity with a control character', concat(hello, record(22, keyExchange('card\n')))],
  ['an empty identity', concat(hello, record(22, keyExchange('')))],
  ['an identity that is too long', concat(hello, record(22, keyExchange('x'.repeat(129))))],
  ['a length that does not fit', concat(hello, record(22, message(16, bytesOf(0, 9, 0x61))))],
  ['more octets than a client needs', concat(...Array.from({ length: 60 }, () => hello))],
])('%s gives no identity', (_, wire) => {
  expect(new ClientIdentityReader().read(wire)).toEqual({ identity: null })
})

test('octets that lack their end are waited for', () => {
  expect(new ClientIdentityReader().read(concat(hello, record(22, keyExchange('card-1')).subarray(0, 12)))).toBeNull()
})
