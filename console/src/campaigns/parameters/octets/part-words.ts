import { readImsi, readNetworks } from '@simdeck/protocol/applets/multi-imsi.ts'
import { Reader, toHex } from '@simdeck/protocol/bytes.ts'
import type { ParameterName, ParameterNode } from '@simdeck/protocol/install-tree/node.ts'
import { formatNumber } from '../../../ui/words/numbers.ts'
import type { Translations } from '../../../ui/words/text.ts'
import type { parametersText } from '../text/parameters-text.ts'
import type { partText } from '../text/part-text.ts'

type Words = Translations<typeof partText> &
  Pick<Translations<typeof parametersText>, 'onLaunch' | 'never' | 'on' | 'off' | 'bytes' | 'byLocation' | 'onServiceLoss'>
type Say = (value: Uint8Array, t: Words) => string

/** A tag as in the octets: `9F70`. */
export const tagInHex = (tag: number): string => tag.toString(16).toUpperCase().padStart(2, '0')

const number: Say = (value) => formatNumber(new Reader(value).uint(value.length))
const size: Say = (value, t) => t.bytes(number(value, t))
const hexOf = (value: Uint8Array): string => (toHex(value).toUpperCase().match(/../g) ?? []).join(' ')
const time: Say = ([hours = 0, minutes = 0], t) => t.hoursMinutes(hours, minutes)

const polling: Say = ([type], t) => [t.onLaunch, t.byMinutes, t.byHours, t.never][type ?? 0] ?? ''
const rules: Say = ([bits = 0], t) =>
  [(bits & 1) !== 0 && t.byLocation, (bits & 2) !== 0 && t.onServiceLoss].filter(Boolean).join(t.and) || t.noRule

/** A minimum security level: `01`, then the first octet of the security parameter indication (TS 102 225 §5.1.1). */
export function securityLevelWords(value: Uint8Array, t: Translations<typeof partText>): string {
  const [kind, spi = 0] = value
  if (value.length === 0) return t.noMinimum
  if (kind !== 1 || value.length !== 2) return hexOf(value)
  const integrity = ['', t.checksum, t.signature, t.signature][spi & 3]
  return [integrity, (spi & 4) !== 0 && t.encrypted, (spi & 0x18) !== 0 && t.counter].filter(Boolean).join(t.and) || t.noMinimum
}

const priority: Say = ([level = 0], t) => (level === 1 ? t.highest : level === 255 ? t.lowest : String(level))
const accessDomain: Say = (value, t) =>
  value.length === 1 && value[0] === 0 ? t.fullAccess : value.length === 1 && value[0] === 0xff ? t.noAccess : hexOf(value)
const menuEntries: Say = (value, t) =>
  Array.from({ length: value.length / 2 }, (_, index) => t.entry(value[2 * index]!, value[2 * index + 1]!)).join(t.and)
const tars: Say = (value) => (toHex(value).toUpperCase().match(/.{6}/g) ?? []).join(' ')

const said: Partial<Record<ParameterName, Say>> = {
  codeSize: size,
  volatileSize: size,
  nonVolatileSize: size,
  priority,
  maxTimers: number,
  maxMenuTextLength: number,
  menuCount: number,
  menuEntries,
  maxChannels: number,
  minimumSecurityLevel: securityLevelWords,
  tars,
  maxServices: number,
  fileSystem: (value, t) => (value.length === 0 ? t.ownFileSystem : hexOf(value)),
  accessDomain,
  fqdn: (value) => String.fromCharCode(...value),
  port: (value) => String(new Reader(value).uint(2)),
  polling,
  interval: time,
  encryption: ([flag], t) => (flag === 1 ? t.on : t.off),
  imsi: (value) => readImsi(value),
  networks: (value) =>
    readNetworks(value)
      .map(({ mcc, mnc }) => mcc + mnc)
      .join(', '),
  rules,
  lossMinutes: ([minutes = 0], t) => t.hoursMinutes(0, minutes),
  returnAfter: ([hours = 0, minutes = 0], t) => (hours + minutes === 0 ? t.neverReturns : t.hoursMinutes(hours, minutes)),
}

/** The value of a part in words, or its mistake. It is empty for a part that its own parts explain, or that has no words. */
export function wordsOf({ name, problem, valueStart, end }: ParameterNode, field: Uint8Array, t: Words): string {
  if (problem) return t[problem]
  return said[name]?.(field.subarray(valueStart, end), t) ?? ''
}

/** The octets of a value in hex. */
export function valueHex({ valueStart, end }: ParameterNode, field: Uint8Array): string {
  return hexOf(field.subarray(valueStart, end))
}
