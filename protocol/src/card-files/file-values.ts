import { toHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { iccidFromBytes, plmnFromBytes, unswapDigits } from '../iccid.ts'
import type { Words } from '../status-words.ts'
import { knownFile } from './file-names.ts'

/** One value in the content of a file. `name` is a number in a list, or a word. */
export type FileValue = { name: string | Words; value: string | Words }

const empty: Words = { ja: '空き', en: 'Empty' }
const unknown: Words = { ja: '読み取れない値', en: 'Not readable' }

/** Access technologies of the networks (3GPP TS 31.102 §4.2.5), by the bits of their two octets. */
const technologies: readonly [bit: number, name: string][] = [
  [0x0800, 'NR'],
  [0x4000, 'LTE'],
  [0x8000, 'UTRAN'],
  [0x0080, 'GSM'],
]

const isFilled = (octets: Uint8Array): boolean => octets.every((octet) => octet === 0xff)

function network(octets: Uint8Array): string | Words {
  if (octets.length < 3 || isFilled(octets.subarray(0, 3))) return empty
  try {
    const { mcc, mnc } = plmnFromBytes(octets.subarray(0, 3))
    return `${mcc}-${mnc}`
  } catch (error) {
    if (error instanceof ProtocolError) return unknown
    throw error
  }
}

function networkWithTechnology(octets: Uint8Array): string | Words {
  const name = network(octets)
  if (typeof name !== 'string') return name
  const bits = (octets[3] ?? 0) * 256 + (octets[4] ?? 0)
  const names = technologies.filter(([bit]) => (bits & bit) !== 0).map(([, technology]) => technology)
  return names.length === 0 ? name : `${name} · ${names.join('+')}`
}

function listOf(content: Uint8Array, size: number, show: (octets: Uint8Array) => string | Words): FileValue[] {
  const count = Math.floor(content.length / size)
  return Array.from({ length: count }, (_, at) => ({ name: String(at + 1), value: show(content.subarray(at * size, (at + 1) * size)) }))
}

/** Text of a SIM alphabet, which equals ASCII for letters and digits, or UCS2 after 80 (ETSI TS 102 221 annex A). */
function text(octets: Uint8Array): string | Words {
  const end = octets.indexOf(0xff)
  const used = end < 0 ? octets : octets.subarray(0, end)
  if (used.length === 0) return empty
  if (used[0] === 0x80) return ucs2(octets.subarray(1))
  const shown = new TextDecoder('utf-8', { fatal: false }).decode(used)
  return /[\p{Cc}\u{FFFD}]/u.test(shown) ? toHex(used).toUpperCase() : shown
}

function ucs2(octets: Uint8Array): string {
  let shown = ''
  for (let at = 0; at + 1 < octets.length; at += 2) {
    const unit = octets[at]! * 256 + octets[at + 1]!
    if (unit === 0xffff) break
    shown += String.fromCharCode(unit)
  }
  return shown.replaceAll(/\p{Cc}/gu, '\u{FFFD}')
}

const digitsOf = (octets: Uint8Array): string => unswapDigits(octets).replaceAll('a', '*').replaceAll('b', '#').replace(/f+$/, '')

/** A number of the phone book: octet of its length, type of number, digits (3GPP TS 31.102 §4.4.2.3). */
function phoneNumber(octets: Uint8Array): string | Words {
  const length = octets[0] ?? 0xff
  if (length === 0xff || length < 2) return empty
  const digits = digitsOf(octets.subarray(2, 1 + length))
  return octets[1] === 0x91 ? `+${digits}` : digits
}

const named = (name: Words, value: string | Words): FileValue => ({ name, value })
const nameWords: Words = { ja: '名前', en: 'Name' }
const numberWords: Words = { ja: '番号', en: 'Number' }

/** The last 14 octets of a record hold the number, those before it the name. */
function phoneRecord(content: Uint8Array): FileValue[] {
  const from = content.length - 14
  if (from < 0) return []
  return [named(nameWords, text(content.subarray(0, from))), named(numberWords, phoneNumber(content.subarray(from)))]
}

/** SMS parameters (3GPP TS 51.011 §10.5.6): the last 28 octets; the service centre is the second number. */
function smsParameters(content: Uint8Array): FileValue[] {
  const from = content.length - 28
  if (from < 0) return []
  const own = content.subarray(from)
  const centre = (own[0]! & 0x02) === 0 ? phoneNumber(own.subarray(13, 25)) : empty
  return [named(nameWords, text(content.subarray(0, from))), named({ ja: 'SMSセンター', en: 'Service centre' }, centre)]
}

function imsi(content: Uint8Array): FileValue[] {
  const length = content[0] ?? 0
  if (content.length !== 9) return []
  if (length < 1 || length > 8) return [named({ ja: 'IMSI', en: 'IMSI' }, unknown)]
  const digits = digitsOf(content.subarray(1, 1 + length)).slice(1)
  return [named({ ja: 'IMSI', en: 'IMSI' }, digits)]
}

function iccid(content: Uint8Array): FileValue[] {
  if (content.length !== 10) return []
  try {
    return [named({ ja: 'ICCID', en: 'ICCID' }, iccidFromBytes(content))]
  } catch (error) {
    if (error instanceof ProtocolError) return [named({ ja: 'ICCID', en: 'ICCID' }, unknown)]
    throw error
  }
}

function accessClasses(content: Uint8Array): FileValue[] {
  if (content.length < 2) return []
  const bits = content[0]! * 256 + content[1]!
  const classes = Array.from({ length: 16 }, (_, at) => at).filter((at) => (bits & (1 << at)) !== 0)
  return [named({ ja: 'クラス', en: 'Classes' }, classes.length === 0 ? empty : classes.join(', '))]
}

function location(content: Uint8Array): FileValue[] {
  if (content.length < 11) return []
  return [
    named({ ja: 'ネットワーク', en: 'Network' }, network(content.subarray(4, 7))),
    named({ ja: 'エリア', en: 'Area' }, toHex(content.subarray(7, 9)).toUpperCase()),
  ]
}

const languages = (content: Uint8Array): FileValue[] => listOf(content, 2, (octets) => text(octets))

const byName: Readonly<Record<string, (content: Uint8Array) => FileValue[]>> = {
  'EF.ICCID': iccid,
  'EF.PL': languages,
  'EF.LI': languages,
  'EF.IMSI': imsi,
  'EF.PLMNwAcT': (content) => listOf(content, 5, networkWithTechnology),
  'EF.OPLMNwAcT': (content) => listOf(content, 5, networkWithTechnology),
  'EF.HPLMNwAcT': (content) => listOf(content, 5, networkWithTechnology),
  'EF.FPLMN': (content) => listOf(content, 3, network),
  'EF.EHPLMN': (content) => listOf(content, 3, network),
  'EF.PLMNsel': (content) => listOf(content, 3, network),
  'EF.SPN': (content) => [named(nameWords, text(content.subarray(1)))],
  'EF.ACC': accessClasses,
  'EF.LOCI': location,
  'EF.MSISDN': phoneRecord,
  'EF.ADN': phoneRecord,
  'EF.FDN': phoneRecord,
  'EF.SDN': phoneRecord,
  'EF.SMSP': smsParameters,
}

/** Files whose values begin at each multiple of a size, so that a part of the file can be read, too. */
const sizes: Readonly<Record<string, number>> = {
  'EF.PLMNwAcT': 5,
  'EF.OPLMNwAcT': 5,
  'EF.HPLMNwAcT': 5,
  'EF.FPLMN': 3,
  'EF.EHPLMN': 3,
  'EF.PLMNsel': 3,
}

/** The values in the content of a standard file, read from `offset` on; empty for a file or a part that is not known. */
export function fileValues(path: readonly number[], content: Uint8Array, offset = 0): FileValue[] {
  const name = knownFile(path)?.name
  const read = name === undefined ? undefined : byName[name]
  if (!name || !read) return []
  if (offset === 0) return read(content)
  const size = sizes[name]
  if (size === undefined || offset % size !== 0) return []
  return read(content).map((value, at) => ({ ...value, name: String(offset / size + at + 1) }))
}
