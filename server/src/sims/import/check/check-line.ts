import { oneLine } from '@simdeck/contract/line.ts'
import { type SimField, simFields, type SimFieldsWith, simFieldsWith } from '@simdeck/contract/sim-fields.ts'
import type { ImportableField, SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import { maxTagsOfSim, tagProblem, tagsIn } from '@simdeck/contract/tag-keys.ts'
import { scp03Levels } from '@simdeck/contract/sim-values.ts'
import { levelOctet } from '../../levels.ts'
import { type KeyColumn, keyColumns } from '../../../key-sets/seal-keys.ts'
import { newTags, type Tag } from '../../tags/new-tags.ts'
import { type ImportedField, importedFields } from '../../sql/imported-fields.ts'
import type { Cells } from '../csv/read-csv.ts'
import type { ImportReason } from '../csv/text.ts'
import { type SmsKeys, smsKeysOf } from './sms-keys.ts'

/** A line's fields of the SIM itself; null for an empty cell. */
export type SimFields = { [Name in ImportedField | 'group_name']: string | null } & StagedTags

/** Keys of the tags of a line, and their texts in the same order, separated by commas; null for an empty cell. */
type StagedTags = { tag_keys: string | null; tag_labels: string | null }

const scp03Columns = ['scp03_enc', 'scp03_mac', 'scp03_dek'] as const

/** A line's keys in plain text, held only until they are encrypted. */
export type KeyFields = Record<KeyColumn, Uint8Array | null> & {
  security_domain_aid: string | null
  key_version_number: number | null
  security_level: number | null
}

/** Encrypted keys of a staged line, with the fingerprint of CAP_AUTH_KEY. */
export type StagedKeys = KeyFields & { cap_auth_fingerprint: Uint8Array | null }

export type CheckedLine = { iccid: string; sim: SimFields; keys: KeyFields; smsKeys: SmsKeys | null }
export type CellProblem = { column: SimCsvColumn; reason: ImportReason }

type Parse<T> = (cell: string) => T | null

/** The reasons for refusing a cell of a field with a pattern or a choice. */
const reasons = {
  iccid: 'iccid',
  imsi: 'imsi',
  msisdn: 'msisdn',
  imei: 'imei',
  operator: 'operator',
  cm_platform: 'cmPlatform',
  type: 'type',
  status: 'status',
} as const satisfies Record<SimFieldsWith<{ importable: true } & ({ pattern: RegExp } | { type: 'choice' })>, ImportReason>

const hasReason = (name: ImportableField): name is keyof typeof reasons => name in reasons

/** The reason for which a cell of the field is refused. */
function reasonOf(name: ImportableField): ImportReason {
  if (hasReason(name)) return reasons[name]
  const { max }: SimField = simFields[name]
  return max === 64 ? 'externalId' : 'text'
}

/** The parser of a field: its pattern, its choices, or one line of text. */
function parserOf(name: ImportableField): Parse<string> {
  const { pattern, choices, max = 100 }: SimField = simFields[name]
  if (pattern) return matching(pattern)
  if (!choices) return lineOf(max)
  const parse = oneOf(choices)
  return name === 'status' ? (cell) => parse(cell.replaceAll(/[ -]/g, '_')) : parse
}

const parsers = new Map(simFieldsWith({ importable: true }).map((name) => [name, { parse: parserOf(name), reason: reasonOf(name) }]))
const otaKey = key([16, 32])
const scp03Key = key([16, 24, 32])

/** Checks a line by itself, without the database. `maySetSmsKeys`: true for a caller who may set SCP80 key sets. */
export function checkLine(cells: Cells, { maySetSmsKeys }: { maySetSmsKeys: boolean }): { checked: CheckedLine; problems: CellProblem[] } {
  const problems: CellProblem[] = []
  /** The value of a cell, or null if it is empty or wrong. */
  function read<T>(column: SimCsvColumn, reason: ImportReason, parse: Parse<T>): T | null {
    const cell = cells[column]
    if (cell === undefined) return null
    const value = cell.isWellFormed() ? parse(cell) : null
    if (value === null) problems.push({ column, reason })
    return value
  }
  function readField(name: ImportableField): string | null {
    const field = parsers.get(name)
    return field ? read(name, field.reason, field.parse) : null
  }
  if (cells.iccid === undefined) problems.push({ column: 'iccid', reason: 'iccidRequired' })
  const checked: CheckedLine = {
    iccid: readField('iccid') ?? '',
    sim: {
      ...(Object.fromEntries(importedFields.map((name) => [name, readField(name)])) as Record<ImportedField, string | null>),
      group_name: readField('group'),
      ...stagedTags(read('tags', 'tags', tagList)),
    },
    keys: {
      cap_auth_key: read('cap_auth_key', 'capAuthKey', otaKey),
      encrypt_key: read('encrypt_key', 'encryptKey', otaKey),
      scp03_enc: read('scp03_enc', 'scp03Key', scp03Key),
      scp03_mac: read('scp03_mac', 'scp03Key', scp03Key),
      scp03_dek: read('scp03_dek', 'scp03Key', scp03Key),
      security_domain_aid: read('sd_aid', 'sdAid', (cell) => (/^([0-9A-Fa-f]{2}){5,16}$/.test(cell) ? cell.toUpperCase() : null)),
      key_version_number: read('kvn', 'kvn', keyVersionNumber),
      security_level: read('scp03_level', 'scp03Level', securityLevel),
    },
    smsKeys: smsKeysOf(cells, { read, refuse: (column, reason) => void problems.push({ column, reason }), mayWrite: maySetSmsKeys }),
  }
  problems.push(...differentLengths(checked.keys))
  return { checked, problems }
}

/** The tags of a cell in the order of their keys. */
function tagList(cell: string): Tag[] | null {
  const texts = tagsIn(cell)
  if (texts.length === 0 || texts.some((text) => tagProblem(text) !== null)) return null
  const tags = newTags(texts)
  return tags.length > maxTagsOfSim ? null : tags
}

const stagedTags = (tags: readonly Tag[] | null): StagedTags => ({
  tag_keys: tags && tags.map(({ key }) => key).join(),
  tag_labels: tags && tags.map(({ label }) => label).join(),
})

function lineOf(max: number): Parse<string> {
  return (cell) => (oneLine.test(cell) && cell !== '' && cell.length <= max ? cell : null)
}

function matching(pattern: RegExp): Parse<string> {
  return (cell) => (pattern.test(cell) ? cell : null)
}

function oneOf<const Values extends readonly string[]>(values: Values): Parse<Values[number]> {
  const byName = new Map(values.map((value): [string, Values[number]] => [value.toLowerCase(), value]))
  return (cell) => byName.get(cell.toLowerCase()) ?? null
}

function key(lengths: readonly number[]): Parse<Uint8Array> {
  return (cell) => (/^[0-9A-Fa-f]*$/.test(cell) && lengths.some((length) => cell.length === 2 * length) ? Buffer.from(cell, 'hex') : null)
}

function keyVersionNumber(cell: string): number | null {
  if (!/^(\d{1,3}|0x[0-9A-Fa-f]{1,2})$/i.test(cell)) return null
  const number = Number(cell)
  return number <= 127 ? number : null
}

/** A level in hex, with or without `0x` and leading zeros, because spreadsheets drop them. */
function securityLevel(cell: string): number | null {
  const octet = /^(0x)?[0-9A-F]{1,2}$/i.test(cell) ? Number.parseInt(cell, 16) : 0
  return scp03Levels.some((level) => levelOctet(level) === octet) ? octet : null
}

function differentLengths(keys: KeyFields): CellProblem[] {
  const length = keys.scp03_enc?.length
  if (length === undefined) return []
  return scp03Columns.flatMap((column) => {
    const other = keys[column]?.length
    return other !== undefined && other !== length ? [{ column, reason: 'scp03Lengths' as const }] : []
  })
}

/** Empty key columns in a line with other keys: a new SIM needs all five keys or none. */
export function incompleteKeys(cells: Cells): CellProblem[] {
  const missing = keyColumns.filter((column) => cells[column] === undefined)
  return missing.length === keyColumns.length ? [] : missing.map((column) => ({ column, reason: 'keysTogether' as const }))
}

/** The key columns that a line fills, as a bit mask in their order. */
export function givenKeys(cells: Cells): number {
  return keyColumns.reduce((given, column, bit) => (cells[column] === undefined ? given : given | (1 << bit)), 0)
}
