import { concat } from '../bytes.ts'
import { encodeTlv } from '../tlv.ts'
import type { ParameterNode } from './node.ts'

/**
 * The install parameters field without one part of its tree. The lengths of the data objects around it follow. System and UICC parameters
 * that would be empty are left out too.
 */
export function withoutPart(field: Uint8Array, nodes: readonly ParameterNode[], key: string): Uint8Array {
  const left = nodes.filter((node) => node.key !== key).map((node) => rest(node))
  return concat(...left)

  function rest(node: ParameterNode): Uint8Array {
    if (!key.startsWith(`${node.key}/`)) return field.subarray(node.start, node.end)
    const value = withoutPart(field, node.children, key)
    if (node.tag === null) return value
    return value.length === 0 && node.name !== 'applet' ? value : encodeTlv(node.tag, value)
  }
}
