import { oneLine } from '@simdeck/contract/line.ts'
import type { SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import { cmPlatforms, operators, scp03Levels, simStatuses, simTypes } from '@simdeck/contract/sim-values.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { levelOctet } from '../levels.ts'
import { type KeyColumn, keyColumns } from '../seal-keys.ts'
import type { Cells } from './read-csv.ts'
import type { ImportReason } from './text.ts'

/** A line's fields of the SIM itself; null for an empty cell. */
export type SimFields = {
  imsi: string | null
  msisdn: string | null
  imei: string | null
  device_alias: string | null
  operator: Sim['operator'] | null
  cm_platform: Sim['cm_platform'] | null
  type: Sim['type'] | null
  external_device_id: string | null
  group_name: string | null
  status: Sim['status'] | null
}

const scp03Columns = ['scp03_enc', 'scp03_mac', 'scp03_dek'] as const

/** A line's keys in plain text, held only until they are encrypted. */
export type KeyFields = Record<KeyColumn, Uint8Array | null> & {
  security_domain_aid: string | null
  key_version_number: number | null
  security_level: number | null
}

/** Encrypted keys of a staged line, with the fingerprint of CAP_AUTH_KEY. */
export type StagedKeys = KeyFields & { cap_auth_fingerprint: Uint8Array | null }

export type CheckedLine = { iccid: string; sim: SimFields; keys: KeyFields }
export type CellProblem = { column: SimCsvColumn; reason: ImportReason }

type Parse<T> = (cell: string) => T | null

const parsers = {
  iccid: matching(/^\d{19,20}$/),
  imsi: matching(/^\d{6,15}$/),
  msisdn: matching(/^\+?\d{3,15}$/),
  imei: matching(/^\d{14,16}$/),
  text: lineOf(100),
  externalId: lineOf(64),
  operator: oneOf(operators),
  cmPlatform: oneOf(cmPlatforms),
  type: oneOf(simTypes),
  status: oneOf(simStatuses),
  otaKey: key([16, 32]),
  scp03Key: key([16, 24, 32]),
}

/** Checks a line by itself, without a look at the database. */
export function checkLine(cells: Cells): { checked: CheckedLine; problems: CellProblem[] } {
  const problems: CellProblem[] = []
  /** The value of a cell, or null if it is empty or wrong. */
  function read<T>(column: SimCsvColumn, reason: ImportReason, parse: Parse<T>): T | null {
    const cell = cells[column]
    if (cell === undefined) return null
    const value = cell.isWellFormed() ? parse(cell) : null
    if (value === null) problems.push({ column, reason })
    return value
  }
  if (cells.iccid === undefined) problems.push({ column: 'iccid', reason: 'iccidRequired' })
  const checked: CheckedLine = {
    iccid: read('iccid', 'iccid', parsers.iccid) ?? '',
    sim: {
      imsi: read('imsi', 'imsi', parsers.imsi),
      msisdn: read('msisdn', 'msisdn', parsers.msisdn),
      imei: read('imei', 'imei', parsers.imei),
      device_alias: read('device_alias', 'text', parsers.text),
      operator: read('operator', 'operator', parsers.operator),
      cm_platform: read('cm_platform', 'cmPlatform', parsers.cmPlatform),
      type: read('type', 'type', parsers.type),
      external_device_id: read('external_device_id', 'externalId', parsers.externalId),
      group_name: read('group', 'text', parsers.text),
      status: read('status', 'status', (cell) => parsers.status(cell.replaceAll(/[ -]/g, '_'))),
    },
    keys: {
      cap_auth_key: read('cap_auth_key', 'capAuthKey', parsers.otaKey),
      encrypt_key: read('encrypt_key', 'encryptKey', parsers.otaKey),
      scp03_enc: read('scp03_enc', 'scp03Key', parsers.scp03Key),
      scp03_mac: read('scp03_mac', 'scp03Key', parsers.scp03Key),
      scp03_dek: read('scp03_dek', 'scp03Key', parsers.scp03Key),
      security_domain_aid: read('sd_aid', 'sdAid', (cell) => (/^([0-9A-Fa-f]{2}){5,16}$/.test(cell) ? cell.toUpperCase() : null)),
      key_version_number: read('kvn', 'kvn', keyVersionNumber),
      security_level: read('scp03_level', 'scp03Level', securityLevel),
    },
  }
  problems.push(...alike(checked.keys))
  return { checked, problems }
}

function lineOf(most: number): Parse<string> {
  return (cell) => (oneLine.test(cell) && cell !== '' && cell.length <= most ? cell : null)
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

function alike(keys: KeyFields): CellProblem[] {
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
