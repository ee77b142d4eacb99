import { expect, test } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { unwrapKey, wrapKey } from './key-wrap.ts'

const kek = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const data = '00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f'

test.each([
  [16, 16, '1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5'],
  [24, 16, '96778b25ae6ca435f92b5b97c050aed2468ab8a17ad84e5d'],
  [32, 16, '64e8c3f9ce0f5ba263e9777905818a2a93c8191e7d6e8ae7'],
  [24, 24, '031d33264e15d33268f24ec260743edce1c6c7ddee725a936ba814915c6762d2'],
  [32, 24, 'a8f9bc1612c68b3ff6e6f4fbe30e71e4769c8b80a32cb8958cd5d17d6b254da1'],
  [32, 32, '28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21'],
])('a key of %i octets wraps one of %i octets as RFC 3394 §4 shows', (kekLength, keyLength, expected) => {
  const [transport, key] = [fromHex(kek.slice(0, 2 * kekLength)), fromHex(data.slice(0, 2 * keyLength))]
  expect(toHex(wrapKey(transport, key))).toBe(expected)
  expect(unwrapKey(transport, fromHex(expected))).toEqual(key)
  expect(
    unwrapKey(
      transport.map((octet) => octet ^ 1),
      fromHex(expected),
    ),
  ).toBeNull()
})

test('a wrong length is told from a wrong key', () => {
  const transport = fromHex(kek)
  for (const length of [0, 16, 23, 25]) expect(() => unwrapKey(transport, new Uint8Array(length))).toThrow('no whole blocks')
  expect(() => unwrapKey(new Uint8Array(8), new Uint8Array(24))).toThrow('16, 24 or 32')
})
