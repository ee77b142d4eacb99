import { concat } from '../bytes.ts'
import { encodeLength } from '../tlv.ts'
import { ScriptError } from './script-error.ts'
import { readTemplate, type ScriptData, sliceOf, templateText } from './template.ts'

/** The form of the data of a remote configuration: BER-TLV data objects, or octets that only the applet knows. */
export const configFormats = ['tlv', 'hex'] as const
export type ConfigFormat = (typeof configFormats)[number]

/** The longest data of a remote configuration, in octets. */
export const maxConfigOctets = 2048
const maxDepth = 8
const maxNodes = 500

/** A data object of a script: its tag in hex, and its value, in hex with variables, or its own data objects. */
export type TlvNode = { tag: string; value: string; length: number; children: TlvNode[] | null }

/** Reads the data of a remote configuration. Throws `ScriptError`. */
export function readRemoteConfig(text: string, format: ConfigFormat): ScriptData {
  const data = readTemplate(text)
  if (data.octets.length === 0) throw new ScriptError('empty')
  if (data.octets.length > maxConfigOctets) throw new ScriptError('tooLong', String(maxConfigOctets))
  if (format === 'tlv') tlvTree(data)
  return data
}

/** The data objects of a script. Throws `ScriptError` for other octets, and for a variable in a tag or a length. */
export function tlvTree(data: ScriptData): TlvNode[] {
  let left = maxNodes
  const read = (part: ScriptData, depth: number): TlvNode[] => {
    if (depth > maxDepth) throw new ScriptError('tlv')
    const nodes: TlvNode[] = []
    for (let at = 0; at < part.octets.length;) {
      if (left-- === 0) throw new ScriptError('tlv')
      const { tag, from, to } = headerAt(part, at)
      const value = sliceOf(part, from, to)
      const isConstructed = (Number.parseInt(tag.slice(0, 2), 16) & 0x20) !== 0
      nodes.push({
        tag,
        value: templateText(value),
        length: value.octets.length,
        children: isConstructed ? read(value, depth + 1) : null,
      })
      at = to
    }
    return nodes
  }
  return read(data, 1)
}

/** The tag of the data object at `at`, and the ends of its value. */
function headerAt(part: ScriptData, at: number): { tag: string; from: number; to: number } {
  const { octets } = part
  const octetAt = (index: number): number => octets[index] ?? fail()
  let end = at + 1
  const first = octetAt(at)
  if (first === 0 || first === 0xff) fail()
  if ((first & 0x1f) === 0x1f) {
    if ((octetAt(end++) & 0x80) !== 0 && (octetAt(end++) & 0x80) !== 0) fail()
  }
  const short = octetAt(end)
  const more = short < 0x80 ? 0 : short - 0x80
  if (short === 0x80 || more > 2) fail()
  let length = more === 0 ? short : 0
  for (let index = 0; index < more; index++) length = length * 256 + octetAt(end + 1 + index)
  const from = end + 1 + more
  if (from + length > octets.length) fail()
  const header = sliceOf(part, at, from)
  if (header.holes[0]) throw new ScriptError('variablePlace', header.holes[0].name)
  return { tag: templateText({ octets: octets.subarray(at, end), holes: [] }), from, to: from + length }
}

function fail(): never {
  throw new ScriptError('tlv')
}

/** The script of data objects, with their lengths computed anew. Throws `ScriptError` for a tag or a value that cannot be read. */
export function tlvText(nodes: readonly TlvNode[]): string {
  return nodes.map(nodeText).join('')
}

function nodeText({ tag, value, children }: TlvNode): string {
  const inside = children ? tlvText(children) : value
  const { octets, holes } = readTemplate(inside)
  const head = readTemplate(tag)
  if (head.holes.length > 0 || head.octets.length === 0) fail()
  const header = concat(head.octets, encodeLength(octets.length))
  return templateText({ octets: header, holes: [] }) + templateText({ octets, holes })
}
