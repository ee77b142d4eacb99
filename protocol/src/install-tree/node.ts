import { Reader } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { readTlv } from '../tlv.ts'

/**
 * A mistake in a node. `cut`: its octets end too early. `length`: its value has a length that its meaning does not allow. `value`: the
 * value is not allowed. `missing`: a mandatory part is missing. `twice`: the part may occur once only.
 */
export type ParameterProblem = 'cut' | 'length' | 'value' | 'missing' | 'twice'

/** A part of the install parameters, with its octets. A node covers its children without overlap. */
export interface ParameterNode {
  /** Unique in the tree, the same for the same part of other parameters: `applet/choice.1/imsi`. */
  readonly key: string
  readonly name: ParameterName
  /** Null for a part without a tag of its own. */
  readonly tag: number | null
  /** Octets `start` to `end` (exclusive) of the whole field. Tag and length precede `valueStart`. */
  readonly start: number
  readonly valueStart: number
  readonly end: number
  readonly problem: ParameterProblem | null
  readonly children: readonly ParameterNode[]
}

/**
 * Names of the parts. `unknown` is a tag without a known meaning, `unreadable` the octets that remain when a data object cannot be read.
 */
export const parameterNames = [
  'applet',
  'system',
  'codeSize',
  'volatileSize',
  'nonVolatileSize',
  'simToolkit',
  'uicc',
  'toolkit',
  'access',
  'administrativeAccess',
  'priority',
  'maxTimers',
  'maxMenuTextLength',
  'menuCount',
  'menuEntries',
  'maxChannels',
  'minimumSecurityLevel',
  'tars',
  'maxServices',
  'fileSystem',
  'accessDomain',
  'accessDap',
  'fqdn',
  'port',
  'polling',
  'interval',
  'encryption',
  'choice',
  'imsi',
  'networks',
  'rules',
  'lossMinutes',
  'returnAfter',
  'unknown',
  'unreadable',
] as const
export type ParameterName = (typeof parameterNames)[number]

/** The part of the octets that a node reads. */
export interface Part {
  readonly octets: Uint8Array
  readonly start: number
  readonly end: number
  /** Key of the node that the part belongs to. */
  readonly key: string
}

/** The description of the value of one tag. */
export interface Shape {
  readonly name: ParameterName
  readonly required?: boolean
  /** The part may occur any number of times. */
  readonly repeats?: boolean
  /** The allowed lengths of the value. */
  readonly lengths?: readonly number[]
  /** Reads the parts of the value. `problem` is one that no part has by itself. */
  readonly parts?: (part: Part) => Parts
  /** True if the value is allowed. It runs when no part has a problem. */
  readonly allows?: (value: Uint8Array) => boolean
}
export interface Parts {
  readonly nodes: readonly ParameterNode[]
  readonly problem: ParameterProblem | null
}
export type Shapes = Readonly<Record<number, Shape>>

const unknownShape: Shape = { name: 'unknown', repeats: true }

export function hasProblem(node: ParameterNode): boolean {
  return node.problem !== null || node.children.some(hasProblem)
}

/** Octets that cannot be read, up to the end of the part. */
export function unreadable({ key, end }: Part, start: number): ParameterNode {
  return { key: `${key}/unreadable`, name: 'unreadable', tag: null, start, valueStart: start, end, problem: 'cut', children: [] }
}

/** Reads a part as BER-TLVs of the given shapes. Octets after the first unreadable data object are one node. */
export function tlvParts(shapes: Shapes): (part: Part) => Parts {
  return (part) => {
    const reader = new Reader(part.octets.subarray(part.start, part.end))
    const nodes: ParameterNode[] = []
    const counts = new Map<ParameterName, number>()
    while (reader.remaining > 0) {
      const start = part.start + reader.offset
      try {
        const { tag, value } = readTlv(reader)
        const end = part.start + reader.offset
        const shape = shapes[tag] ?? unknownShape
        const count = counts.get(shape.name) ?? 0
        counts.set(shape.name, count + 1)
        const key = `${part.key}/${shape.name}${shape.repeats ? `.${count}` : count > 0 ? `.again${count}` : ''}`
        const of = { octets: part.octets, start: end - value.length, end, key }
        nodes.push(tlvNode(of, { tag, start, shape, again: count > 0 && shape.repeats !== true }))
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error
        return { nodes: [...nodes, unreadable(part, start)], problem: null }
      }
    }
    const missing = Object.values(shapes).some(({ name, required }) => required === true && !counts.has(name))
    return { nodes, problem: missing ? 'missing' : null }
  }
}

function tlvNode(part: Part, { tag, start, shape, again }: { tag: number; start: number; shape: Shape; again: boolean }): ParameterNode {
  const { octets, start: valueStart, end, key } = part
  const { nodes: children, problem } = shape.parts?.(part) ?? { nodes: [], problem: null }
  return { key, name: shape.name, tag, start, valueStart, end, problem: again ? 'twice' : (problem ?? ownProblem()), children }

  function ownProblem(): ParameterProblem | null {
    if (shape.lengths && !shape.lengths.includes(end - valueStart)) return 'length'
    if (children.some(hasProblem) || shape.allows === undefined) return null
    return shape.allows(octets.subarray(valueStart, end)) ? null : 'value'
  }
}
