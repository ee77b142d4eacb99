import { archiveCampaigns, listCampaigns } from '@simdeck/contract/campaign-list.ts'
import { getCampaign } from '@simdeck/contract/ota.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { campaignListText } from './list-text.ts'

/** Moves campaigns to the archive, or back to the list if `archived` is false. */
export function useArchive(archived: boolean, onDone?: () => void) {
  const t = useText(campaignListText)
  return useMutation({
    mutationFn: (ids: number[]) => call(archiveCampaigns, { body: { ids, archived } }),
    onSuccess: ({ changed }) => {
      toast.success((archived ? t.moved : t.movedBack)(formatNumber(changed)))
      onDone?.()
    },
    onError: (error) => toastFailure(archived ? t.notMoved : t.notMovedBack, error),
    onSettled: () => {
      void refresh(listCampaigns)
      void refresh(getCampaign)
    },
  })
}
