import { randomBytes } from 'node:crypto'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { csvRowOf, type KeysCsvRow } from '@simdeck/simulator/keys-csv.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'
import { Random } from '@simdeck/simulator/random.ts'
import { foundContentOf } from './found-content.ts'
import { misbehavioursOf } from './misbehaving-sims.ts'

/** A SIM of the demo: its line of the import, and its virtual card if it is in a running device. */
export type DemoSim = { row: KeysCsvRow; profile: SimProfile | null }

export const uses = [
  '自販機',
  '検針器',
  '充電スタンド',
  '水位計',
  'トラック',
  'エレベーター',
  '監視カメラ',
  'POS端末',
  '冷蔵庫監視',
  'サイネージ',
  '農業センサー',
  '遮断機監視',
]
export const places = [
  '札幌',
  '旭川',
  '青森',
  '仙台',
  '新潟',
  '宇都宮',
  '千葉',
  '新宿',
  '渋谷',
  '横浜',
  '静岡',
  '名古屋',
  '金沢',
  '京都',
  '大阪',
  '神戸',
  '広島',
  '高松',
  '福岡',
  '那覇',
]
/** The tags of the demo; every nth SIM has a tag, counted from `from`. */
const tags = [
  { tag: '屋外', every: 3, from: 0 },
  { tag: '2027年度更改', every: 5, from: 1 },
  { tag: 'VIP', every: 7, from: 2 },
  { tag: '試験中', every: 11, from: 5 },
]
const tagsOf = (index: number): string =>
  [...tags.flatMap(({ tag, every, from }) => (index % every === from ? tag : [])), ...(bringsAgent(index) ? [agentTag] : [])].join(', ')
const jasperStatuses = ['ACTIVATION_READY', 'TEST_READY', 'INVENTORY', 'DEACTIVATED']
const nttStatuses = ['PRE_ACTIVATED', 'AVAILABLE', 'SUSPENDED', 'TARIFF_HOLIDAY']

/**
 * `count` SIMs across Japan, the same for the same count except for their keys. Some are not in use, a few have no keys, little memory or a
 * misbehaviour.
 */
export function demoSims(count: number): DemoSim[] {
  const random = new Random('simdeck demo')
  return Array.from({ length: count }, (_, index) => demoSim(index, random))
}

/** Minutes between the polls of a SIM. */
export const pollMinutes = 10
/** The SIMs without a poller that bring an admin agent, by the last two digits of the index. */
const withAgent: ReadonlySet<number> = new Set([5, 41, 69, 96])
const agentTag = 'SCP81'
const filesAid = fromHex('A00000055910100001')

/** AES as the low half of KIc and KID. */
const aes = 0x02
const bringsAgent = (index: number): boolean => withAgent.has(index % 100)
const key = () => new Uint8Array(randomBytes(16))

function demoSim(index: number, random: Random): DemoSim {
  const jasper = random.fraction() < 0.6
  const inUse = random.fraction() < 0.88
  const withoutKeys = index % 50 === 7
  const shortOfMemory = index % 40 === 11
  const statuses = jasper ? jasperStatuses : nttStatuses
  const serial = String(2_345_140_000 + index * 37 + random.between(0, 36)).padStart(10, '0')
  const profile: SimProfile = {
    iccid: withCheckDigit(`89811000${serial}`),
    imei: withCheckDigit(`35209900${String(176_148 + index * 13).padStart(6, '0')}`),
    capAuthKey: key(),
    encryptKey: key(),
    scp03: { enc: key(), mac: key(), dek: key() },
    otaKeySets: [{ number: 1, kic: toHex(key()), kid: toHex(key()), kicAlgorithm: aes, kidAlgorithm: aes, macLength: 8, counter: 0 }],
    receiveBuffer: [255, 512, 1024, 1500][index % 4],
    freeMemory: shortOfMemory ? 2_148 : 48 * 1024,
    poller: bringsAgent(index) ? null : { version: { major: 1, minor: index % 6 === 0 ? 3 : 4 }, intervalMinutes: pollMinutes },
    ...(bringsAgent(index) && { adminAgent: { identity: `card-${String(index + 1).padStart(4, '0')}`, key: key(), uri: '/', filesAid } }),
    preloads: foundContentOf(index),
    misbehaviours: misbehavioursOf(index),
  }
  const { iccid } = profile
  const about: KeysCsvRow = {
    iccid,
    imsi: `44010${String(3_045_140_000 + index * 17).padStart(10, '0')}`,
    msisdn: `0204512${String(1000 + index).padStart(4, '0')}`,
    device_alias: `${uses[random.between(0, uses.length - 1)]}-${places[random.between(0, places.length - 1)]}-${String(index + 1).padStart(4, '0')}`,
    operator: jasper ? 'jasper' : 'ntt',
    cm_platform: jasper ? 'jasper' : 'ntt',
    type: random.fraction() < 0.15 ? 'eUICC' : 'SIM',
    external_device_id: `DEV-${String(10_000 + index)}`,
    tags: tagsOf(index),
    status: inUse ? 'ACTIVATED' : statuses[random.between(0, statuses.length - 1)],
  }
  const row = withoutKeys ? about : { ...csvRowOf(profile), ...about }
  return { row: { ...row, imei: inUse ? profile.imei : undefined }, profile: inUse && !withoutKeys ? profile : null }
}

/** Appends the Luhn check digit (ITU-T E.118, 3GPP TS 23.003). */
export function withCheckDigit(digits: string): string {
  let sum = 0
  for (const [index, digit] of digits.split('').toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits + String((10 - (sum % 10)) % 10)
}
