import { commandApdu, decodeCommand, decodeResponse, encodeCommand, encodeResponse, leAny } from '../apdu.ts'
import type { CommandApdu, ResponseApdu } from '../apdu.ts'
import { bytesOf, concat, Reader, uint } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { encodeTlv, readTlv } from '../tlv.ts'

/**
 * A command script in the compact format: C-APDUs with a P3 each, one after another (TS 102 226 §5.2.1). Only the last one can have an Le.
 * A P3 of 0 stands for no data.
 */
export const compactScript: Codec<readonly CommandApdu[]> = {
  encode: (commands) =>
    concat(
      ...commands.map((command, at) => {
        if (command.le !== null && at < commands.length - 1)
          throw new ProtocolError('apdu', 'only the last command of a compact script asks for data')
        const octets = encodeCommand(command)
        return octets.length === 4 ? concat(octets, bytesOf(0)) : octets
      }),
    ),
  decode: (wire) => {
    const reader = new Reader(wire)
    const commands: CommandApdu[] = []
    while (reader.remaining > 0) {
      const [cla, ins, p1, p2, p3] = [reader.uint(1), reader.uint(1), reader.uint(1), reader.uint(1), reader.uint(1)]
      if (p3 > 0 && reader.remaining === 0) commands.push(commandApdu(cla, ins, p1, p2, bytesOf(), p3))
      else {
        const data = reader.take(p3)
        const le = p3 > 0 && reader.remaining === 1 ? reader.uint(1) || leAny : null
        commands.push(commandApdu(cla, ins, p1, p2, data, le))
      }
    }
    return commands
  },
}

/** The result of a compact script: the number of commands that ran, and the answer to the last of them. */
export interface CompactResult {
  executed: number
  last: ResponseApdu
}

export const compactResult: Codec<CompactResult> = {
  encode: ({ executed, last }) => concat(uint(executed, 1), uint(last.sw, 2), last.data),
  decode: (wire) => {
    const reader = new Reader(wire)
    const executed = reader.uint(1)
    const sw = reader.uint(2)
    return { executed, last: { sw, data: reader.rest() } }
  },
}

const endOfContents = bytesOf(0, 0)

/** A template of definite length, or of indefinite length, which two zeros end (TS 102 226 §5.2.1.1). */
const wrap = (tag: number, isIndefinite: boolean, content: Uint8Array): Uint8Array =>
  isIndefinite ? concat(bytesOf(tag, 0x80), content, endOfContents) : encodeTlv(tag, content)

/** The content of the template with one of the two tags, and its form. */
function unwrap(definite: number, indefinite: number, wire: Uint8Array): { isIndefinite: boolean; content: Uint8Array } {
  if (wire[0] === indefinite) {
    const isEnded = wire[1] === 0x80 && wire.length >= 4 && wire[wire.length - 1] === 0 && wire[wire.length - 2] === 0
    if (!isEnded) throw new ProtocolError('tlv', 'a template of indefinite length without its end')
    return { isIndefinite: true, content: wire.subarray(2, -2) }
  }
  const reader = new Reader(wire)
  const { tag, value } = readTlv(reader)
  reader.end()
  if (tag !== definite) throw new ProtocolError('tlv', `${tag.toString(16)} is no template of a script`)
  return { isIndefinite: false, content: value }
}

function readItems<T>(reader: Reader, tag: number, read: (octets: Uint8Array) => T): T[] {
  const items: T[] = []
  while (reader.remaining > 0) {
    const one = readTlv(reader)
    if (one.tag !== tag) throw new ProtocolError('tlv', `${one.tag.toString(16)} is not expected in this script`)
    items.push(read(one.value))
  }
  return items
}

/** A command script in the expanded format: each C-APDU in a data object 22 (TS 102 226 §5.2.1). */
export interface ExpandedScript {
  isIndefinite: boolean
  commands: readonly CommandApdu[]
}

export const expandedScript: Codec<ExpandedScript> = {
  encode: ({ isIndefinite, commands }) =>
    wrap(isIndefinite ? 0xae : 0xaa, isIndefinite, concat(...commands.map((command) => encodeTlv(0x22, encodeCommand(command))))),
  decode: (wire) => {
    const { isIndefinite, content } = unwrap(0xaa, 0xae, wire)
    return { isIndefinite, commands: readItems(new Reader(content), 0x22, decodeCommand) }
  },
}

/** The result of an expanded script: the number of commands that ran, and the answer to each. */
export interface ExpandedResult {
  isIndefinite: boolean
  executed: number
  responses: readonly ResponseApdu[]
}

export const expandedResult: Codec<ExpandedResult> = {
  encode: ({ isIndefinite, executed, responses }) =>
    wrap(
      isIndefinite ? 0xaf : 0xab,
      isIndefinite,
      concat(encodeTlv(0x80, uint(executed, 1)), ...responses.map((response) => encodeTlv(0x23, encodeResponse(response)))),
    ),
  decode: (wire) => {
    const { isIndefinite, content } = unwrap(0xab, 0xaf, wire)
    const reader = new Reader(content)
    const count = readTlv(reader)
    if (count.tag !== 0x80 || count.value.length !== 1) throw new ProtocolError('tlv', 'the number of executed commands is missing')
    return { isIndefinite, executed: count.value[0]!, responses: readItems(reader, 0x23, decodeResponse) }
  },
}
