import { fromHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'

/** Reads the untyped JSON of a vector file. Throws `ProtocolError('parameters')` with the name of a wrong field. */
export class VectorObject {
  readonly #fields: Readonly<Record<string, unknown>>

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ProtocolError('parameters', 'not a JSON object')
    this.#fields = value as Record<string, unknown>
  }

  get keys(): string[] {
    return Object.keys(this.#fields)
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined && this.#fields[name] !== null
  }

  text(name: string): string {
    const value = this.#fields[name]
    if (typeof value !== 'string') throw new ProtocolError('parameters', `${name} is not text`)
    return value
  }

  bytes(name: string): Uint8Array {
    return fromHex(this.text(name))
  }

  number(name: string): number {
    const value = this.#fields[name]
    if (typeof value !== 'number') throw new ProtocolError('parameters', `${name} is not a number`)
    return value
  }

  /** A number written as hex text. */
  hexNumber(name: string): number {
    return Number.parseInt(this.text(name), 16)
  }

  object(name: string): VectorObject {
    return new VectorObject(this.#fields[name])
  }

  list(name: string): readonly unknown[] {
    const value = this.#fields[name]
    if (!Array.isArray(value)) throw new ProtocolError('parameters', `${name} is not a list`)
    return value
  }

  objects(name: string): VectorObject[] {
    return this.list(name).map((one) => new VectorObject(one))
  }

  bytesList(name: string): Uint8Array[] {
    return this.list(name).map((one) => fromHex(String(one)))
  }
}
