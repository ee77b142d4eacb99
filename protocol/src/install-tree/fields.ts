import { unreadable } from './node.ts'
import type { ParameterName, ParameterNode, Part, Parts } from './node.ts'

/** A field without a tag: its name, and its size in octets, where `lv` is one length octet and the value. */
export interface FieldShape {
  readonly name: ParameterName
  readonly size: number | 'lv' | ((octetBefore: number) => number)
  /** The field, and all after it, may be missing. */
  readonly optional?: boolean
  readonly allows?: (value: Uint8Array) => boolean
}

/** Reads a part as fields one after another. With `repeats` the fields occur as often as they fit, at least once. */
export function fieldParts(fields: readonly FieldShape[], { repeats = false } = {}): (part: Part) => Parts {
  return (part) => {
    const nodes: ParameterNode[] = []
    let at = part.start
    for (let round = 0; round === 0 || (repeats && at < part.end); round++) {
      for (const field of fields) {
        if (at === part.end && field.optional) return { nodes, problem: null }
        const read = readField(part, { field, at, suffix: repeats ? `.${round}` : '' })
        if (!read) return { nodes: at < part.end ? [...nodes, unreadable(part, at)] : nodes, problem: at < part.end ? null : 'cut' }
        if (read.end > read.start) nodes.push(read)
        at = read.end
      }
    }
    return { nodes: at < part.end ? [...nodes, { ...unreadable(part, at), problem: 'length' }] : nodes, problem: null }
  }
}

/** Null when the part ends inside the field. */
function readField(part: Part, { field, at, suffix }: { field: FieldShape; at: number; suffix: string }): ParameterNode | null {
  const { octets } = part
  if (field.size === 'lv' && at >= part.end) return null
  const header = field.size === 'lv' ? 1 : 0
  const length =
    field.size === 'lv' ? octets[at]! : typeof field.size === 'function' ? field.size(at > part.start ? octets[at - 1]! : 0) : field.size
  const [valueStart, end] = [at + header, at + header + length]
  if (end > part.end) return null
  const allowed = field.allows?.(octets.subarray(valueStart, end)) ?? true
  return {
    key: `${part.key}/${field.name}${suffix}`,
    name: field.name,
    tag: null,
    start: at,
    valueStart,
    end,
    problem: allowed ? null : 'value',
    children: [],
  }
}
