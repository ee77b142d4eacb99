import type { Campaign } from '@simdeck/contract/ota.ts'
import type { Fact } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { approvalText, outcomeWords } from './approval-text.ts'

/** Facts of the approval of a campaign: the person who asked, and the decision. */
export function useApprovalFacts({ approval }: Campaign): Fact[] {
  const t = useText(approvalText)
  const language = useLanguage()
  if (!approval) return []
  const { askedBy, outcome, decidedBy, decidedAt } = approval
  return [
    { name: t.askedBy, value: askedBy },
    ...(outcome
      ? [
          {
            name: t.approval,
            value: (
              <>
                {outcomeWords[outcome][language]} {decidedBy} <Time at={decidedAt} />
              </>
            ),
          },
        ]
      : []),
  ]
}
