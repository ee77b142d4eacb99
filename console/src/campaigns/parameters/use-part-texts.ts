import { flatten } from '@simdeck/protocol/install-tree/install-tree.ts'
import { useText } from '../../ui/words/text.ts'
import type { CheckedParameters } from './draft/parameters-draft.ts'
import { valueHex, wordsOf } from './octets/part-words.ts'
import { parametersText } from './text/parameters-text.ts'
import { partNameText, partText } from './text/part-text.ts'

/** The name of a part of install parameters, and its value in words or in hex. The value is empty if the part has no octets. */
export interface PartText {
  name: string
  text: string
}

/** Returns a function that returns the texts of the parts of parameters, by the key of the part. */
export function usePartTexts(): (checked: Pick<CheckedParameters, 'tree' | 'field'>) => Map<string, PartText> {
  const t = useText(parametersText)
  const names = useText(partNameText)
  const values = useText(partText)
  return ({ tree, field }) => {
    const leaves = flatten(tree.nodes).filter(({ children }) => children.length === 0)
    return new Map(
      leaves.map((node) => [
        node.key,
        { name: names[node.name], text: wordsOf(node, field, { ...t, ...values }) || valueHex(node, field) },
      ]),
    )
  }
}
