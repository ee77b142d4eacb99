import { concat, fromHex, toHex } from '../bytes.ts'
import { iccidToBytes, imeiToBytes, swapDigits } from '../iccid.ts'
import { ScriptError } from './script-error.ts'

/** Values of a SIM that a script may contain in double braces. */
export const simVariables = ['iccid', 'imsi', 'imei', 'msisdn', 'simId', 'group.name'] as const
export type SimVariable = (typeof simVariables)[number]
/** The value of a SIM in a column of the CSV that comes with the campaign. */
export type CsvVariable = `csv.${string}`
export type ScriptVariable = SimVariable | CsvVariable

/** The values of a SIM; null, or none for a column, for one that it does not have. */
export type VariableValues = Readonly<Record<SimVariable, string | null> & { [column: CsvVariable]: string | null }>

/**
 * The octets that a value takes. `packed`: the digits as their file on the card holds them. `text`: UTF-8, filled with FF up to the length.
 * `hex`: the value is hex for exactly these octets. The length is fixed, so a script has the same layout for each SIM.
 */
export type Hole = { name: ScriptVariable; form: 'packed' | 'text' | 'hex'; at: number; length: number }

/** Octets of a script with 00 in place of the values of the SIM. */
export type ScriptData = { octets: Uint8Array; holes: readonly Hole[] }

/** The longest value of a variable, in octets. */
export const maxValueOctets = 200
/** Octets of a column whose length the script leaves out. */
const csvLength = 16
/** Digits that have a packed form: as EF.ICCID, as EF.IMSI with its length octet, and as an IMEI. */
const packedLengths: Partial<Record<ScriptVariable, number>> = { iccid: 10, imsi: 9, imei: 8 }
/** Octets of a text whose length the script leaves out. */
const textLengths: Partial<Record<ScriptVariable, number>> = { msisdn: 15, simId: 10, 'group.name': 16 }

const isSimVariable = (name: string): name is SimVariable => simVariables.some((one) => one === name)
export const isCsvVariable = (name: string): name is CsvVariable => name.startsWith('csv.')

/** The name of a column as variables have it; null if it is no such name: letters, digits, `_` and `-`, at most 40. */
export function csvColumnName(text: string): string | null {
  const name = text.trim().normalize('NFC')
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,39}$/u.test(name) ? name : null
}

/** The columns of a CSV that scripts need, by their names. */
export function csvColumnsOf(holes: readonly Pick<Hole, 'name'>[]): string[] {
  const columns = holes.flatMap(({ name }) => (isCsvVariable(name) ? [name.slice('csv.'.length)] : []))
  return [...new Set(columns)]
}

type Written = Pick<Hole, 'name' | 'form' | 'length'>

/**
 * The form and length of a variable as it is written: `name`, `name:N` for a text of N octets, or `csv.name:hexN` for N octets in hex.
 * Throws `ScriptError`.
 */
function readVariable(text: string): Written {
  const [, name = '', form, octets] = /^\s*([^:]{1,60}?)\s*(?::\s*(hex)?(\d{1,3})\s*)?$/i.exec(text) ?? []
  const length = octets === undefined ? null : Number(octets)
  if (length !== null && (length < 1 || length > maxValueOctets)) throw new ScriptError('variableLength', name)
  if (isCsvVariable(name)) return readCsvVariable(name, length, form !== undefined)
  if (!isSimVariable(name) || form !== undefined) throw new ScriptError('variable', text.trim().slice(0, 40))
  if (length !== null) return { name, form: 'text', length }
  const packed = packedLengths[name]
  return packed === undefined ? { name, form: 'text', length: textLengths[name] ?? 1 } : { name, form: 'packed', length: packed }
}

function readCsvVariable(name: CsvVariable, length: number | null, isHex: boolean): Written {
  const column = csvColumnName(name.slice('csv.'.length))
  if (column === null) throw new ScriptError('variableColumn', name.slice(0, 40))
  return { name: `csv.${column}`, form: isHex ? 'hex' : 'text', length: length ?? csvLength }
}

/** Reads hex with variables; blanks between octets are skipped. Throws `ScriptError`. */
export function readTemplate(text: string): ScriptData {
  const parts: Uint8Array[] = []
  const holes: Hole[] = []
  let at = 0
  for (const [piece, variable] of piecesOf(text)) {
    if (variable === undefined) {
      const hex = piece.replaceAll(/\s+/g, '')
      if (hex.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(hex)) throw new ScriptError('hex')
      parts.push(fromHex(hex))
    } else {
      const read = readVariable(variable)
      holes.push({ ...read, at })
      parts.push(new Uint8Array(read.length))
    }
    at += parts.at(-1)?.length ?? 0
  }
  return { octets: concat(...parts), holes }
}

/** The pieces of a template in order: hex, or the inside of double braces. */
const piecesOf = (text: string): [piece: string, variable: string | undefined][] =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .filter((piece) => piece !== '')
    .map((piece) => [piece, /^\{\{([^{}]*)\}\}$/.exec(piece)?.[1]])

/** The part of a script from `from` to `to`. Throws `ScriptError('variablePlace')` if a variable crosses an end of it. */
export function sliceOf({ octets, holes }: ScriptData, from: number, to: number): ScriptData {
  const inside = holes.filter((hole) => hole.at < to && hole.at + hole.length > from)
  const crossing = inside.find((hole) => hole.at < from || hole.at + hole.length > to)
  if (crossing) throw new ScriptError('variablePlace', crossing.name)
  return { octets: octets.subarray(from, to), holes: inside.map((hole) => ({ ...hole, at: hole.at - from })) }
}

/** The text of a variable as a script writes it. */
export function variableText({ name, form, length }: Written): string {
  if (form === 'hex') return `{{${name}:hex${length}}}`
  const isUsual = form === 'packed' || length === (isCsvVariable(name) ? csvLength : textLengths[name])
  return isUsual ? `{{${name}}}` : `{{${name}:${length}}}`
}

/** The script as upper-case hex with its variables. */
export function templateText({ octets, holes }: ScriptData): string {
  let text = ''
  let at = 0
  for (const hole of holes) {
    text += toHex(octets.subarray(at, hole.at)).toUpperCase() + variableText(hole)
    at = hole.at + hole.length
  }
  return text + toHex(octets.subarray(at)).toUpperCase()
}

/** The octets of a value in its place; null for a value that is missing, does not fit or has no such form. */
function octetsOf({ name, form, length }: Hole, value: string | null): Uint8Array | null {
  if (value === null) return null
  if (form === 'packed') return packedOf(name, value)
  if (form === 'hex') return value.length === 2 * length && /^[0-9A-Fa-f]*$/.test(value) ? fromHex(value) : null
  const octets = new TextEncoder().encode(value)
  return octets.length > length ? null : concat(octets, new Uint8Array(length - octets.length).fill(0xff))
}

function packedOf(name: ScriptVariable, value: string): Uint8Array | null {
  if (name === 'iccid') return /^\d{19,20}$/.test(value) ? iccidToBytes(value) : null
  if (name === 'imei') return /^\d{15}$/.test(value) ? imeiToBytes(value) : null
  return /^\d{5,15}$/.test(value) ? imsiFile(value) : null
}

/** EF.IMSI (3GPP TS 31.102 §4.2.2): its length in use, then the parity and the digits. */
export function imsiFile(imsi: string): Uint8Array {
  const isOdd = imsi.length % 2 === 1
  const digits = `${isOdd ? '9' : '1'}${imsi}${isOdd ? '' : 'f'}`
  const packed = swapDigits(digits)
  return concat(new Uint8Array([packed.length]), packed, new Uint8Array(8 - packed.length).fill(0xff))
}

const valueOf = (values: VariableValues, { name }: Hole): string | null => values[name] ?? null

/** The script with the values of a SIM; null if a value is missing or does not fit. */
export function filledWith({ octets, holes }: ScriptData, values: VariableValues): Uint8Array | null {
  const filled = octets.slice()
  for (const hole of holes) {
    const value = octetsOf(hole, valueOf(values, hole))
    if (!value) return null
    filled.set(value, hole.at)
  }
  return filled
}

/** The variables of scripts for which the values of a SIM are missing, and those for which they do not fit. */
export function misfits(scripts: readonly ScriptData[], values: VariableValues): { missing: ScriptVariable[]; tooLong: ScriptVariable[] } {
  const holes = scripts.flatMap((script) => script.holes)
  const namesOf = (wrong: (hole: Hole) => boolean): ScriptVariable[] => [...new Set(holes.filter(wrong).map(({ name }) => name))]
  return {
    missing: namesOf((hole) => valueOf(values, hole) === null),
    tooLong: namesOf((hole) => valueOf(values, hole) !== null && !octetsOf(hole, valueOf(values, hole))),
  }
}
