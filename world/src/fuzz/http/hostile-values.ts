import type { Random } from '@simdeck/simulator/random.ts'
import { hostileTexts } from '@simdeck/server/testing/hostile.ts'
import { onceIn, pick } from '../mutate.ts'

const texts = [
  ...Object.values(hostileTexts).map((text) => text.slice(0, 2000)),
  '',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  `2026-01-01T00:00:00.${'9'.repeat(200)}Z`,
  '2147483648',
  '9007199254740991',
  '9223372036854775807',
  '2026-02-28T24:00:00Z',
  '2026-02-28T23:59:59.1-15:00',
  'created:ASC',
  'name:DESC',
  'last',
  'ＡＢＣ＝１',
  '[]',
  '{}',
  '%00',
  '٣',
  '\'"\\`',
  'a@b.example',
  '8981100000000000017',
  'F000000001',
]
const numbers = [
  0,
  -0,
  -1,
  1,
  2,
  3,
  99,
  100,
  101,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  0.1,
  1e-9,
]
const names = [
  'id',
  'name',
  'email',
  'key',
  'value',
  'take',
  'sort',
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
  '0',
  'a.b',
  '\u0000',
  '\uD800',
  '漢字',
]

export const hostileText = (random: Random): string =>
  onceIn(random, 3) ? String.fromCharCode(...random.bytes(random.between(0, 30)).map((octet) => octet)) : pick(random, texts)

/** JSON text of any value. `room` limits its width; the result may be invalid JSON. */
export function hostileJson(random: Random, depth = 0, room = 30): string {
  const kind = random.between(0, depth > 6 ? 5 : 9)
  if (kind < 3) return JSON.stringify(hostileText(random))
  if (kind === 3)
    return onceIn(random, 4) ? pick(random, ['1e400', '-1e400', '00', '1.', '-', '9'.repeat(400)]) : String(pick(random, numbers))
  if (kind === 4) return pick(random, ['true', 'false', 'null'])
  if (kind === 5) return JSON.stringify(pick(random, names))
  const parts = random.between(0, onceIn(random, 50) ? room * 20 : onceIn(random, 4) ? room : 3)
  const inner = () => hostileJson(random, depth + 1, Math.ceil(room / 4))
  if (kind < 8) return `[${Array.from({ length: parts }, inner).join(',')}]`
  const member = (_: unknown, at: number) => `${JSON.stringify(onceIn(random, 2) ? pick(random, names) : `k${at}`)}:${inner()}`
  return `{${Array.from({ length: parts }, member).join(',')}}`
}

/** A body of about the largest size, which is expensive for code that does more than a little for each part. */
export function largeJson(random: Random): string {
  const size = random.between(1_000, 100_000)
  switch (random.between(0, 5)) {
    case 0:
      return `{${Array.from({ length: size }, (_, at) => `"k${at}":${at}`).join(',')}}`
    case 1:
      return '['.repeat(size) + ']'.repeat(size)
    case 2:
      return `[${Array.from({ length: size }, () => '{}').join(',')}]`
    case 3:
      return `{"${'k'.repeat(size * 9)}":"${'v'.repeat(size)}"}`
    case 4:
      return JSON.stringify({ simIds: Array.from({ length: size }, (_, at) => -at), ids: Array.from({ length: size }, () => 'x') })
    default:
      return `{"email":${JSON.stringify(`${'a.'.repeat(size)}@`)},"name":${JSON.stringify(' '.repeat(size))}}`
  }
}
