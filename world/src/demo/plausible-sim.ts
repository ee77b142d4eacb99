import { actionTypes, type OtaStatus, type Progress } from '@simdeck/contract/ota-progress.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import { connections, defaultOnlineTermMinutes, type Sim } from '@simdeck/contract/sims.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { Random } from '@simdeck/simulator/random.ts'
import { plausibleGroups } from './plausible-groups.ts'
import { type SeedCell, seedCells } from './plausible-cells.ts'
import { places, uses, withCheckDigit } from './sims.ts'

/** An applet on SIMs, named as in the packages of the demo. */
export type HeldApplet = { packageId: number; instanceAid: string; name: string; version: string; loadBlocks: number }

type Shares<T> = readonly (readonly [T, number])[]

/** A random value, weighted by the shares. */
function pick<T>(random: Random, shares: Shares<T>): T {
  const total = shares.reduce((sum, [, share]) => sum + share, 0)
  let at = random.fraction() * total
  for (const [value, share] of shares) {
    at -= share
    if (at < 0) return value
  }
  return shares[0]![0]
}

const oneOf = <T>(random: Random, values: readonly T[]): T => values[random.between(0, values.length - 1)]!

const operatorShares: Shares<Sim['operator']> = [
  ['ntt', 56],
  ['jasper', 35],
  ['other', 9],
]
const activated = 0.8
const otherStatuses: Record<Sim['operator'], Shares<SimStatus>> = {
  ntt: [
    ['AVAILABLE', 40],
    ['PRE_ACTIVATED', 20],
    ['SUSPENDED', 20],
    ['TARIFF_HOLIDAY', 7],
    ['TERMINATED', 9],
    ['OPERATOR_BARRED', 4],
  ],
  jasper: [
    ['INVENTORY', 30],
    ['ACTIVATION_READY', 22],
    ['DEACTIVATED', 22],
    ['TEST_READY', 10],
    ['RETIRED', 9],
    ['TRIAL', 4],
    ['PURGED', 2],
    ['REPLACED', 1],
  ],
  other: [
    ['INVENTORY', 60],
    ['DEACTIVATED', 25],
    ['SUSPENDED', 10],
    ['TERMINATED', 5],
  ],
}
/** Statuses of SIMs that have been in use earlier. */
const onceInUse: readonly SimStatus[] = [
  'SUSPENDED',
  'DEACTIVATED',
  'TARIFF_HOLIDAY',
  'OPERATOR_BARRED',
  'TERMINATED',
  'RETIRED',
  'REPLACED',
]

const networks: Record<Sim['operator'], string> = { ntt: '10', jasper: '20', other: '51' }
const typeAllocationCodes = ['35209900', '86723604', '35785110', '86442705', '35316309', '86810402', '35907206', '86061105']
const englishUses = [
  'vending',
  'meter',
  'ev-charger',
  'water-level',
  'truck',
  'elevator',
  'camera',
  'pos',
  'coldchain',
  'signage',
  'farm',
  'crossing',
]
const englishPlaces = [
  'sapporo',
  'sendai',
  'niigata',
  'chiba',
  'shinjuku',
  'yokohama',
  'nagoya',
  'kyoto',
  'osaka',
  'kobe',
  'hiroshima',
  'fukuoka',
  'naha',
]

const otaStatusShares: Shares<OtaStatus | null> = [
  ['Succeeded', 88],
  ['Failed', 3.2],
  ['Ready', 3],
  [null, 3],
  ['Blocked', 1.1],
  ['Interrupted', 0.9],
  ['Started', 0.5],
  ['NotFound', 0.3],
]
const failures = [
  { code: 500, sw: '6A84' },
  { code: 500, sw: '6438' },
  { code: 402, sw: null },
  { code: 300, sw: null },
]

const day = 86_400_000
const minute = 60_000
export const lowestSerial = 10_000_000_000

export const iccidOf = (serial: number): string => withCheckDigit(`8981100${String(serial).padStart(11, '0')}`)

/** Rows of a SIM in a large fleet; the same for the same seed, serial number and time. */
export function plausibleSim(options: {
  seed: string
  serial: number
  nowMs: number
  applets: readonly (readonly [HeldApplet, number])[]
}) {
  const { serial, nowMs } = options
  const random = new Random(`${options.seed} ${serial}`)
  const number = serial - lowestSerial
  const group = pick(random, plausibleGroups)
  const operator = pick(random, operatorShares)
  const inUse = random.fraction() < activated
  const status = inUse ? 'ACTIVATED' : pick(random, otherStatuses[operator])
  const wasInUse = inUse || onceInUse.includes(status)
  const use = random.fraction() < 0.85 ? group.use : random.between(0, uses.length - 1)
  const createdMs = nowMs - Math.floor((30 + random.fraction() * 700) * day)
  const contact = contactOf(random, { inUse, wasInUse, nowMs })
  const applet = wasInUse && random.fraction() < 0.86 ? pick(random, options.applets) : null
  const otaMs = Math.min(nowMs, createdMs + Math.floor(random.fraction() * (nowMs - createdMs)))
  const otherStatus = applet && pick(random, otaStatusShares)
  const holds = applet && (otherStatus === 'Succeeded' || otherStatus === null)
  const standby = wasInUse && random.fraction() < 0.08
  const polled = contact.last_poll !== null
  return {
    sim: {
      iccid: iccidOf(serial),
      imsi: random.fraction() < 0.985 ? `440${networks[operator]}${String(1_000_000_000 + number).padStart(10, '0')}` : null,
      msisdn: wasInUse || random.fraction() < 0.4 ? `020${String(40_000_000 + number).padStart(8, '0')}` : null,
      imei: wasInUse && random.fraction() < 0.97 ? imeiOf(use, number) : null,
      imei_status: polled ? pick(random, imeiStatusShares) : 'unknown',
      device_alias: aliasOf(random, use, number),
      type: random.fraction() < 0.15 ? 'eUICC' : 'SIM',
      external_device_id: random.fraction() < 0.8 ? `DEV-${String(number + 1).padStart(7, '0')}` : null,
      operator,
      cm_platform: operator === 'other' ? 'none' : operator,
      status,
      poller_instance_aid: polled ? fixedAids.pollerA.moduleAid : null,
      poller_name: polled ? 'Poller' : null,
      poller_version: polled ? pick(random, pollerVersionShares) : null,
      standby_poller_instance_aid: standby ? fixedAids.pollerB.moduleAid : null,
      status_poller: standby ? 'Succeeded' : null,
      other_package_id: holds ? applet.packageId : null,
      other_instance_aid: holds ? applet.instanceAid : null,
      other_applet_name: holds ? applet.name : null,
      other_applet_version: holds ? applet.version : null,
      status_other_applet: otherStatus,
      created_at: new Date(createdMs),
      updated_at: new Date(Math.max(otaMs, createdMs)),
      connection:
        contact.last_poll && contact.last_poll.getTime() > nowMs - defaultOnlineTermMinutes * minute
          ? connections.online
          : connections.offline,
    },
    ota: {
      poller: standby ? progressOf('Succeeded', 26, 26, otaMs, null) : null,
      other: applet && otherStatus ? installOf(random, otherStatus, applet.loadBlocks + 3, otaMs) : null,
    },
    group: random.fraction() < 0.92 ? group : null,
    contact,
  }
}

const imeiStatusShares: Shares<string> = [
  ['same', 94],
  ['changed', 2],
  ['confirmed', 4],
]
const pollerVersionShares: Shares<string> = [
  ['1.4', 72],
  ['1.3', 19],
  ['1.5', 9],
]

function imeiOf(use: number, number: number): string {
  const code = typeAllocationCodes[(use + Math.floor(number / 1_000_000)) % typeAllocationCodes.length]!
  return withCheckDigit(`${code}${String(number % 1_000_000).padStart(6, '0')}`)
}

function aliasOf(random: Random, use: number, number: number): string | null {
  const kind = random.fraction()
  if (kind < 0.11) return null
  const digits = String(number + 1).padStart(6, '0')
  if (kind < 0.27) return `${englishUses[use]}-${oneOf(random, englishPlaces)}-${digits}`
  return `${uses[use]}-${oneOf(random, places)}-${digits}`
}

const nowhere = { longitude: null, latitude: null, accuracy: null }
const placeIn = ({ area, cell, longitude, latitude, rangeMetres }: SeedCell) => ({
  lac: area,
  cell_id: cell,
  longitude,
  latitude,
  accuracy: rangeMetres,
})

function contactOf(random: Random, { inUse, wasInUse, nowMs }: { inUse: boolean; wasInUse: boolean; nowMs: number }) {
  const since = random.fraction()
  const ageMs = !inUse
    ? (20 + random.fraction() * 300) * day
    : since < 0.85
      ? random.fraction() * defaultOnlineTermMinutes * minute
      : since < 0.95
        ? (0.02 + random.fraction()) * day
        : random.fraction() * 30 * day
  const hasPolled = wasInUse && random.fraction() < 0.985
  const generation = random.fraction()
  const radio = generation < 0.93 ? 8 : generation < 0.985 ? 3 : 0
  const bell = (random.fraction() + random.fraction() + random.fraction()) / 3
  const nothing = {
    last_poll: null,
    rsrp: null,
    rsrq: null,
    radio: null,
    mcc: null,
    mnc: null,
    lac: null,
    cell_id: null,
    longitude: null,
    latitude: null,
    accuracy: null,
    free_memory: null,
  }
  if (!hasPolled) return nothing
  return {
    last_poll: new Date(nowMs - Math.floor(ageMs)),
    rsrp: radio === 8 ? -Math.round(68 + bell * 62) : null,
    rsrq: radio === 8 ? -Math.round(5 + (1 - bell) * 14) : null,
    radio,
    mcc: '440',
    mnc: '10',
    ...(radio === 8
      ? placeIn(oneOf(random, seedCells()))
      : { ...nowhere, lac: random.between(4_096, 65_000), cell_id: random.between(10_000, 60_000) }),
    free_memory: random.fraction() < 0.03 ? random.between(1_000, 8_000) : random.between(20_000, 60_000),
  }
}

function installOf(random: Random, status: OtaStatus, total: number, atMs: number): Progress {
  if (status === 'Succeeded') return progressOf(status, total, total, atMs, null)
  if (status === 'Ready') return progressOf(status, 0, 0, atMs, null)
  const failure = status === 'Failed' ? oneOf(random, failures) : status === 'Interrupted' ? { code: 401, sw: null } : null
  return progressOf(status, random.between(0, total - 1), total, atMs, failure)
}

/** Progress of a past OTA; its id is 0, since no row of `ota_jobs` belongs to it. */
function progressOf(
  status: OtaStatus,
  acked: number,
  total: number,
  atMs: number,
  failure: { code: number; sw: string | null } | null,
): Progress {
  const { code, sw } = failure ?? { code: null, sw: null }
  const action_type = { type: actionTypes.INSTALL_PACKAGE }
  return { status, action_type, ota_id: 0, acked, total, code, sw, reason: null, updated_at: new Date(atMs).toISOString() }
}
