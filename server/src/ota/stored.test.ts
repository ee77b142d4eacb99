import { expect, test } from 'vitest'
import { fromStored, toStored } from './stored.ts'

test('octets of every type are read back as octets, at any depth', () => {
  const value = {
    id: 7,
    nonce: Uint8Array.of(1, 255),
    empty: new Uint8Array(),
    list: [Buffer.of(0xc0, 0xff)],
    none: null,
    text: 'hex',
    on: true,
  }
  const back = fromStored<typeof value>(JSON.parse(toStored(value)))
  expect(back).toEqual({ ...value, list: [Uint8Array.of(0xc0, 0xff)] })
  expect(back.nonce).toBeInstanceOf(Uint8Array)
})
