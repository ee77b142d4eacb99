import { packageTypeOf } from '@simdeck/protocol/aid.ts'
import { packageTypeText } from '../packages/package-type.ts'
import { useText } from '../ui/words/text.ts'

/** What a package is called: its kind in the user's language; one of another maker by the name that its CAP file carries. */
export function usePackageName(): (of: { packageAID: string; name: string }) => string {
  const t = useText(packageTypeText)
  return ({ packageAID, name }) => {
    const type = packageTypeOf(packageAID)
    return type === 'custom' ? name : t[type]
  }
}
