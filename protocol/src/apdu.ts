import { concat, Reader, toHex, uint } from './bytes.ts'
import { ProtocolError } from './errors.ts'

/** A C-APDU in short form (ISO/IEC 7816-4 §5.3.2). `data` is empty when there is no Lc; `le` is null when there is no Le, 256 for `00`. */
export type CommandApdu = {
  readonly cla: number
  readonly ins: number
  readonly p1: number
  readonly p2: number
  readonly data: Uint8Array
  readonly le: number | null
}

/** An R-APDU: the data and the status word. */
export type ResponseApdu = {
  readonly data: Uint8Array
  readonly sw: number
}

/** The value of `le` that asks for all data (`00` on the wire). */
export const leAny = 256

const noData = new Uint8Array(0)

/** Makes a C-APDU from its header. It has no data and no Le unless given. */
export function commandApdu(
  cla: number,
  ins: number,
  p1: number,
  p2: number,
  data: Uint8Array = noData,
  le: number | null = null,
): CommandApdu {
  return { cla, ins, p1, p2, data, le }
}

/** Makes an R-APDU from its status word. It has no data unless given. */
export function responseApdu(sw: number, data: Uint8Array = noData): ResponseApdu {
  return { data, sw }
}

/** Writes a C-APDU of cases 1 to 4. Throws `ProtocolError('apdu')` for a command that the short form cannot hold. */
export function encodeCommand(command: CommandApdu): Uint8Array {
  const { cla, ins, p1, p2, data, le } = command
  if (data.length > 255) throw new ProtocolError('apdu', `${data.length} octets of command data; the short form holds 255`)
  if (le !== null && (!Number.isInteger(le) || le < 1 || le > 256)) throw new ProtocolError('apdu', `Le ${le} is not 1 to 256`)
  const header = [cla, ins, p1, p2]
  if (header.some((octet) => !Number.isInteger(octet) || octet < 0 || octet > 0xff))
    throw new ProtocolError('range', `a header of ${header.join(', ')} does not fit four octets`)
  const body = data.length === 0 ? 0 : 1 + data.length
  const out = new Uint8Array(4 + body + (le === null ? 0 : 1))
  out.set(header)
  if (body > 0) out[4] = data.length
  out.set(data, 4 + Math.min(body, 1))
  if (le !== null) out[4 + body] = le & 0xff
  return out
}

/** Reads one whole C-APDU of cases 1 to 4. Throws `ProtocolError('apdu')` for other octets, extended length included. */
export function decodeCommand(bytes: Uint8Array): CommandApdu {
  if (bytes.length < 4) throw new ProtocolError('apdu', `a C-APDU has at least 4 octets, not ${bytes.length}`)
  const reader = new Reader(bytes)
  const header = { cla: reader.uint(1), ins: reader.uint(1), p1: reader.uint(1), p2: reader.uint(1) }
  if (reader.remaining === 0) return { ...header, data: noData, le: null }
  const p3 = reader.uint(1)
  if (reader.remaining === 0) return { ...header, data: noData, le: p3 || leAny }
  if (p3 === 0) throw new ProtocolError('apdu', 'extended length is not supported')
  if (reader.remaining !== p3 && reader.remaining !== p3 + 1)
    throw new ProtocolError('apdu', `Lc ${p3} does not match ${reader.remaining} octets after it`)
  const data = reader.take(p3)
  return { ...header, data, le: reader.remaining === 0 ? null : reader.uint(1) || leAny }
}

export function encodeResponse(response: ResponseApdu): Uint8Array {
  return concat(response.data, uint(response.sw, 2))
}

/** Reads an R-APDU. Throws `ProtocolError('apdu')` when there is no status word. */
export function decodeResponse(bytes: Uint8Array): ResponseApdu {
  if (bytes.length < 2) throw new ProtocolError('apdu', 'an R-APDU has at least its status word')
  const reader = new Reader(bytes)
  return { data: reader.take(bytes.length - 2), sw: reader.uint(2) }
}

/** A status word for people: four upper-case hex digits. */
export function swHex(sw: number): string {
  return toHex(uint(sw, 2)).toUpperCase()
}
