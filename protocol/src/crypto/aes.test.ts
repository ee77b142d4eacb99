import { createCipheriv, createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { aesCbcDecrypt, aesCbcEncrypt, aesEcb, cacheCiphersOf } from './aes.ts'

const octets = (seed: string, length: number) =>
  new Uint8Array(
    Buffer.concat(Array.from({ length: Math.ceil(length / 32) }, (_, i) => createHash('sha256').update(`${seed} ${i}`).digest())),
  ).slice(0, length)

test.each([16, 24, 32])('cached ciphers of a key of %i octets give the results of new ciphers', (keyLength) => {
  const keys = [octets('one', keyLength), octets('other', keyLength)]
  for (const key of keys) cacheCiphersOf(key)
  for (let at = 0; at < 40; at++) {
    const key = keys[at % 3 === 0 ? 0 : 1]!
    const [iv, plain] = [octets(`iv ${at}`, 16), octets(`plain ${at}`, 16 * (1 + ((at * 7) % 160)))]
    const given = plain.slice()
    const encrypted = aesCbcEncrypt(key, iv, plain)
    const cipher = createCipheriv(`aes-${keyLength * 8}-cbc`, key, iv).setAutoPadding(false)
    expect(Buffer.compare(encrypted, cipher.update(plain)), `round ${at}`).toBe(0)
    expect(Buffer.compare(aesCbcDecrypt(key, iv, encrypted), plain)).toBe(0)
    expect(
      Buffer.compare(
        aesEcb(key, plain),
        createCipheriv(`aes-${keyLength * 8}-ecb`, key, null)
          .setAutoPadding(false)
          .update(plain),
      ),
    ).toBe(0)
    expect(plain).toEqual(given)
    // A caller that changes a result does not change later results.
    encrypted.fill(0)
  }
  expect(() => aesCbcEncrypt(keys[0]!, octets('iv', 16), new Uint8Array(17))).toThrow(RangeError)
  expect(() => aesCbcDecrypt(keys[0]!, octets('iv', 16), new Uint8Array(0))).toThrow(RangeError)
})
