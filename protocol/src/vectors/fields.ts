import { equalBytes, fromHex, toHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import type { VectorResult } from './result.ts'

export type Fields = Readonly<Record<string, unknown>>

export function isFields(json: unknown): json is Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/**
 * The objects of a list; empty for a value that is not a list. An item that is not an object becomes an empty object, which fails for lack
 * of fields.
 */
export function fieldsList(json: unknown): Fields[] {
  return Array.isArray(json) ? json.map((item: unknown) => (isFields(item) ? item : {})) : []
}

export function nested(fields: Fields, name: string): Fields {
  const value = fields[name]
  return isFields(value) ? value : {}
}

/** Null when the field is null or absent. Throws `ProtocolError('hex')` for anything but a hex string. */
export function optionalHex(fields: Fields, name: string): Uint8Array | null {
  const value = fields[name]
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') throw new ProtocolError('hex', `${name} is not a hex string`)
  return fromHex(value)
}

export function hex(fields: Fields, name: string): Uint8Array {
  const value = optionalHex(fields, name)
  if (value === null) throw new ProtocolError('hex', `${name} is missing`)
  return value
}

/** A number, written as a number or as hex octets; null if it is null or absent. */
export function optionalNumber(fields: Fields, name: string): number | null {
  const value = fields[name]
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  return hex(fields, name).reduce((number, octet) => number * 256 + octet, 0)
}

export function label(fields: Fields, fallback: string): string {
  const { name, source } = fields
  if (typeof name === 'string') return name
  return typeof source === 'string' ? `${fallback} (${source})` : fallback
}

/** Collects the differences between the results of one vector and the expected values. */
export class Differences {
  readonly #found: string[] = []

  /** A field that is null or absent in the vector is not compared. */
  bytes(what: string, got: Uint8Array, expected: Uint8Array | null): void {
    if (expected !== null && !equalBytes(got, expected)) this.#found.push(`${what} is ${toHex(got)}, the vector says ${toHex(expected)}`)
  }

  number(what: string, got: number, expected: number | null): void {
    if (expected !== null && got !== expected) this.#found.push(`${what} is ${got}, the vector says ${expected}`)
  }

  /** Runs a step. An error of the step is a difference. */
  step(what: string, run: () => void): void {
    try {
      run()
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#found.push(`${what}: ${error.message}`)
    }
  }

  result(name: string): VectorResult {
    return this.#found.length === 0 ? { name, ok: true } : { name, ok: false, why: this.#found.join('; ') }
  }
}

/** Runs one vector. It fails when `run` finds a difference or throws an error for bad input. */
export function runVector(name: string, run: (differences: Differences) => void): VectorResult {
  const differences = new Differences()
  differences.step('vector', () => run(differences))
  return differences.result(name)
}
