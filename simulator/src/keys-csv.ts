import { defaultSecurityDomainAid } from '@simdeck/protocol/aid.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { defaultKeyVersionNumber } from './card/nvm.ts'
import type { SimProfile } from './profile.ts'

/** The columns of the CSV that the console imports. */
export const keysCsvColumns = [
  'iccid',
  'imsi',
  'msisdn',
  'imei',
  'device_alias',
  'operator',
  'cm_platform',
  'type',
  'external_device_id',
  'group',
  'status',
  'tags',
  'cap_auth_key',
  'encrypt_key',
  'sd_aid',
  'kvn',
  'scp03_enc',
  'scp03_mac',
  'scp03_dek',
  'scp03_level',
] as const

export type KeysCsvColumn = (typeof keysCsvColumns)[number]
export type KeysCsvRow = Partial<Record<KeysCsvColumn, string>>

/** Refuses a file that is no CSV of SIMs. The message names line and column, never a value. */
export class KeysCsvError extends Error {
  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
    this.name = 'KeysCsvError'
  }
}

/** Reads records of RFC 4180, each with the line on which it begins. Ignores empty lines. */
function* records(text: string): Generator<{ line: number; cells: string[] }> {
  let line = 1
  let at = 0
  while (at < text.length) {
    const begins = line
    const cells: string[] = []
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        at++
        for (;;) {
          const quote = text.indexOf('"', at)
          if (quote < 0) throw new KeysCsvError(begins, 'a quotation mark is not closed')
          cell += text.slice(at, quote)
          at = quote + 1
          if (text[at] !== '"') break
          cell += '"'
          at++
        }
        line += cell.split('\n').length - 1
        if (at < text.length && !',\r\n'.includes(text[at]!)) throw new KeysCsvError(begins, 'text after a closing quotation mark')
      } else {
        const end = text.slice(at).search(/[,\r\n]/)
        cell = end < 0 ? text.slice(at) : text.slice(at, at + end)
        at += cell.length
      }
      cells.push(cell.trim())
      if (text[at] !== ',') break
      at++
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    line++
    if (cells.length > 1 || cells[0] !== '') yield { line: begins, cells }
  }
}

/** Reads the CSV, with or without byte order mark. Throws `KeysCsvError`. */
export function readCsvRows(text: string): { line: number; row: KeysCsvRow }[] {
  const rows: { line: number; row: KeysCsvRow }[] = []
  let header: KeysCsvColumn[] | null = null
  for (const { line, cells } of records(text.replace(/^\uFEFF/, ''))) {
    if (!header) header = readHeader(line, cells)
    else rows.push({ line, row: readRow(line, header, cells) })
  }
  if (!header) throw new KeysCsvError(1, 'the file is empty')
  return rows
}

function readHeader(line: number, cells: readonly string[]): KeysCsvColumn[] {
  const header = cells.map((cell, i) => {
    const known = keysCsvColumns.find((column) => column === cell.toLowerCase())
    if (!known) throw new KeysCsvError(line, `column ${i + 1} is not one of the console's SIM import`)
    return known
  })
  if (!header.includes('iccid')) throw new KeysCsvError(line, 'the column iccid is missing')
  if (new Set(header).size !== header.length) throw new KeysCsvError(line, 'a column is there twice')
  return header
}

function readRow(line: number, header: readonly KeysCsvColumn[], cells: readonly string[]): KeysCsvRow {
  if (cells.length !== header.length) throw new KeysCsvError(line, `${cells.length} cells where the header has ${header.length}`)
  const row: KeysCsvRow = {}
  for (const [i, column] of header.entries()) {
    // Exports put an apostrophe before text that a spreadsheet would run as a formula.
    const cell = (cells[i] ?? '').replace(/^'(?=[=+\-@＝＋－＠])/, '')
    if (cell !== '') row[column] = cell
  }
  return row
}

const keyColumns = ['cap_auth_key', 'encrypt_key', 'scp03_enc', 'scp03_mac', 'scp03_dek'] as const

/** Reads the SIMs of the file that have keys. `skipped` counts rows without any key. Throws `KeysCsvError`. */
export function readKeysCsv(text: string): { profiles: SimProfile[]; skipped: number } {
  const profiles: SimProfile[] = []
  const seen = new Set<string>()
  let skipped = 0
  for (const { line, row } of readCsvRows(text)) {
    const iccid = row.iccid ?? ''
    if (!/^\d{19,20}$/.test(iccid)) throw new KeysCsvError(line, 'iccid: 19 or 20 digits')
    if (seen.has(iccid)) throw new KeysCsvError(line, 'iccid: there is such a line already')
    seen.add(iccid)
    if (keyColumns.every((column) => row[column] === undefined)) skipped++
    else profiles.push(readProfile(line, iccid, row))
  }
  return { profiles, skipped }
}

function readProfile(line: number, iccid: string, row: KeysCsvRow): SimProfile {
  const key = (column: (typeof keyColumns)[number], lengths: readonly number[]): Uint8Array => {
    const cell = row[column] ?? ''
    if (!/^[0-9a-fA-F]*$/.test(cell) || !lengths.includes(cell.length / 2))
      throw new KeysCsvError(line, `${column}: ${lengths.join(' or ')} octets in hex`)
    return fromHex(cell)
  }
  const enc = key('scp03_enc', [16, 24, 32])
  return {
    iccid,
    imei: /^\d{15}$/.test(row.imei ?? '') ? row.imei : undefined,
    capAuthKey: key('cap_auth_key', [16, 32]),
    encryptKey: key('encrypt_key', [16, 32]),
    scp03: { enc, mac: key('scp03_mac', [enc.length]), dek: key('scp03_dek', [enc.length]) },
    securityDomainAid: readAid(line, row.sd_aid ?? defaultSecurityDomainAid),
    keyVersionNumber: readKeyVersionNumber(line, row.kvn ?? String(defaultKeyVersionNumber)),
  }
}

function readAid(line: number, cell: string): string {
  if (!/^([0-9a-fA-F]{2}){5,16}$/.test(cell)) throw new KeysCsvError(line, 'sd_aid: 5 to 16 octets in hex')
  return cell.toUpperCase()
}

/** Reads a decimal number, or a hex number after `0x`. */
function readKeyVersionNumber(line: number, cell: string): number {
  const number = /^(\d{1,3}|0x[0-9a-f]{1,2})$/i.test(cell) ? Number(cell) : Number.NaN
  if (!(number >= 0 && number <= 127)) throw new KeysCsvError(line, 'kvn: 0 to 127, decimal or with 0x before it')
  return number
}

/** The cells that the console needs for this SIM. */
export function csvRowOf(profile: SimProfile): KeysCsvRow {
  return {
    iccid: profile.iccid,
    imei: profile.imei,
    cap_auth_key: toHex(profile.capAuthKey),
    encrypt_key: toHex(profile.encryptKey),
    sd_aid: profile.securityDomainAid ?? defaultSecurityDomainAid,
    kvn: String(profile.keyVersionNumber ?? defaultKeyVersionNumber),
    scp03_enc: toHex(profile.scp03.enc),
    scp03_mac: toHex(profile.scp03.mac),
    scp03_dek: toHex(profile.scp03.dek),
  }
}

/** Writes a CSV that the console imports and `readKeysCsv` reads: all columns, CRLF, quotation marks where needed. */
export function writeKeysCsv(rows: readonly KeysCsvRow[]): string {
  const cellOf = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  const lines = rows.map((row) => keysCsvColumns.map((column) => cellOf(row[column] ?? '')).join(','))
  return [keysCsvColumns.join(','), ...lines, ''].join('\r\n')
}
