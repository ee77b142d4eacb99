import type { PackageType } from '@simdeck/contract/packages.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { flatten } from '@simdeck/protocol/install-tree/install-tree.ts'
import type { ParameterNode } from '@simdeck/protocol/install-tree/node.ts'
import { withoutPart } from '@simdeck/protocol/install-tree/without-part.ts'
import { checkParameters, withOctets } from './parameters-draft.ts'
import type { CheckedParameters, ParametersDraft } from './parameters-draft.ts'

export interface RemovablePart {
  node: ParameterNode
  /** The draft without the part. */
  without: ParametersDraft
}

/** The first part of the octets whose removal leaves fewer mistakes; null if there is none. */
export function removablePart(type: PackageType, draft: ParametersDraft, checked: CheckedParameters): RemovablePart | null {
  const nodes = flatten(checked.tree.nodes)
  const field = fromHex(draft.octets)
  const faults = countFaults(checked)
  for (const wrong of nodes.filter(({ problem, name }) => problem !== null || name === 'unknown')) {
    const node = removableOf(wrong, nodes)
    if (!node) continue
    const without = withOctets(type, draft, toHex(withoutPart(field, checked.tree.nodes, node.key)))
    if (countFaults(checkParameters(type, without)) < faults) return { node, without }
  }
  return null
}

const countFaults = ({ mistakes, octetsProblem }: CheckedParameters): number => mistakes + (octetsProblem === null ? 0 : 1)

/** The node itself if it is a data object or cannot be read, otherwise the data object around it. */
function removableOf(node: ParameterNode, nodes: readonly ParameterNode[]): ParameterNode | undefined {
  if (node.tag !== null || node.name === 'unreadable') return node
  const parent = nodes.find(({ key }) => key === node.key.slice(0, node.key.lastIndexOf('/')))
  return parent && removableOf(parent, nodes)
}
