import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { Copyable, HexText } from '../../ui/value/Copyable.tsx'
import { Facts } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { checkParameters, parametersDraft, withDefaults } from './draft/parameters-draft.ts'
import { parametersText } from './text/parameters-text.ts'
import { usePartTexts } from './use-part-texts.ts'

/** The default parameters of a package in words, and as octets to copy. */
export function PackageParameters({ of }: { of: OtaPackage }) {
  const t = useText(parametersText)
  const partsOf = usePartTexts()
  const { type, installParameters, cardParameters } = of
  const draft = withDefaults(type, parametersDraft(type), of)
  // Parts with the same name, such as the IMSIs, are one fact.
  const facts = new Map<string, string[]>()
  for (const { name, text } of partsOf(checkParameters(type, draft)).values()) facts.set(name, [...(facts.get(name) ?? []), text || t.none])
  const octets = draft.octets === '' ? `${installParameters ?? ''}${cardParameters ?? ''}` : draft.octets
  return (
    <>
      <Facts end facts={[...facts].map(([name, values]) => ({ name, value: values.join(', ') }))} />
      <Copyable value={octets} name={t.octets}>
        <HexText value={octets} spaced />
      </Copyable>
    </>
  )
}
