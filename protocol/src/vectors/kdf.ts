import { bytesOf, concat, uint } from '../bytes.ts'
import { Cmac } from '../crypto/cmac.ts'
import { ProtocolError } from '../errors.ts'
import { kdf } from '../scp03/kdf.ts'
import { cryptogram, deriveSessionKeys, kcv } from '../scp03/keys.ts'
import { fieldsList, hex, label, optionalHex, optionalNumber, runVector } from './fields.ts'
import type { Fields } from './fields.ts'
import type { VectorResult } from './result.ts'

/** Runs vectors of the KDF: `key, constant, context, outBits, out`. */
export function runKdfVectors(list: unknown): VectorResult[] {
  return fieldsList(list).map((vector, at) =>
    runVector(label(vector, `kdf ${at + 1}`), (differences) => {
      const bits = optionalNumber(vector, 'outBits') ?? hex(vector, 'out').length * 8
      if (bits % 8 !== 0 || bits < 8 || bits > 4096) throw new ProtocolError('range', `outBits ${bits} is not 8 to 4096 in whole octets`)
      const out = kdf(hex(vector, 'key'), optionalNumber(vector, 'constant') ?? 0, hex(vector, 'context'), bits)
      differences.bytes('out', out, hex(vector, 'out'))
    }),
  )
}

/** Derives the static keys of one card from a master key: counter-mode AES-CMAC over counter | 000000, key number | 00 | card data. */
export function runKeyDiversificationVectors(list: unknown): VectorResult[] {
  return fieldsList(list).map((vector, at) =>
    runVector(label(vector, `kdf3 ${at + 1}`), (differences) => {
      const master = hex(vector, 'master')
      const cardData = hex(vector, 'kdd')
      const cmac = new Cmac(master)
      const half = (counter: number, key: number): Uint8Array => cmac.mac(bytesOf(counter), uint(key, 4), bytesOf(0x00), cardData)
      const diversified = (key: number): Uint8Array => concat(half(1, key), half(2, key)).subarray(0, master.length)
      differences.bytes('enc', diversified(1), optionalHex(vector, 'enc'))
      differences.bytes('mac', diversified(2), optionalHex(vector, 'mac_recomputed') ?? optionalHex(vector, 'mac'))
      differences.bytes('dek', diversified(3), optionalHex(vector, 'dek'))
    }),
  )
}

/** Runs vectors of key check values: `alg, key, kcv`. */
export function runKcvVectors(list: unknown): VectorResult[] {
  return fieldsList(list).map((vector, at) =>
    runVector(label(vector, `kcv ${at + 1}`), (differences) => {
      if (vector['alg'] !== undefined && vector['alg'] !== 'AES') throw new ProtocolError('key', 'only AES key check values are known')
      differences.bytes('kcv', kcv(hex(vector, 'key')), hex(vector, 'kcv'))
    }),
  )
}

/** Runs vectors of session keys, and of cryptograms where given, from static keys and challenges. */
export function runDerivationVectors(list: unknown): VectorResult[] {
  return fieldsList(list).map((vector, at) =>
    runVector(label(vector, `derivation ${at + 1}`), (differences) => {
      const challenges = { host: hex(vector, 'hostChallenge'), card: hex(vector, 'cardChallenge') }
      const keys = deriveSessionKeys(staticKeys(vector), challenges)
      for (const name of ['sEnc', 'sMac', 'sRmac'] as const) differences.bytes(name, keys[name], optionalHex(vector, name))
      for (const side of ['card', 'host'] as const) {
        const expected = optionalHex(vector, `${side}Cryptogram`)
        const length = expected?.length === 16 ? 16 : 8
        differences.bytes(`${side} cryptogram`, cryptogram(side, keys, challenges, length), expected)
      }
    }),
  )
}

function staticKeys(vector: Fields): { enc: Uint8Array; mac: Uint8Array } {
  const key = optionalHex(vector, 'key')
  return key ? { enc: key, mac: key } : { enc: hex(vector, 'enc'), mac: hex(vector, 'mac') }
}
