import { getApproval } from '@simdeck/contract/approval.ts'
import { getCampaign } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh, setAnswer } from '../../session/api/query.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/**
 * Handlers for the answer to a decision: they show the decided campaign at once, with a message. After a refused decision they load the
 * campaign again, because somebody else may have decided.
 */
export function useDecided({ id }: Campaign, words: { done: string; failed: string }) {
  const params = { id }
  return {
    onSuccess: (changed: Campaign) => {
      toast.success(words.done)
      setAnswer(getCampaign, { params }, changed)
    },
    onError: (error: Error) => {
      toastFailure(words.failed, error)
      void refresh(getCampaign, { params })
      void refresh(getApproval, { params })
    },
  }
}
