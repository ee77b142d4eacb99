import { packageTypeOf } from '@simdeck/protocol/aid.ts'
import { packageTypeText } from '../packages/package-type.ts'
import { useText } from '../ui/words/text.ts'

/**
 * Returns a function that names a package. A package of a built-in type has the name of its type in the language of the user, any
 * other the name in its CAP file.
 */
export function usePackageName(): (of: { packageAID: string; name: string }) => string {
  const t = useText(packageTypeText)
  return ({ packageAID, name }) => {
    const type = packageTypeOf(packageAID)
    return type === 'custom' ? name : t[type]
  }
}
