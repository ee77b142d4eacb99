import {
  acceptSimContent,
  getDriftExtras,
  getDriftFigures,
  getDriftRemedies,
  getSimDrift,
  listDifferingSims,
  maxAccepted,
} from '@simdeck/contract/drift.ts'
import { getSim } from '@simdeck/contract/sims.ts'
import { getSimInventory } from '@simdeck/contract/sim-inventory.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { refresh } from '../session/api/query.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'

/** Loads again all that shows differences. */
export function refreshDrift(): void {
  for (const endpoint of [listDifferingSims, getDriftFigures, getDriftRemedies, getDriftExtras, getSimDrift, getSimInventory, getSim])
    void refresh(endpoint)
}

/** Accepts the present content of SIMs, and tells the result. */
export function useAccept(onDone: () => void) {
  const t = useText(driftText)
  return useMutation({
    mutationFn: async (simIds: readonly number[]) => {
      const total = { accepted: 0, busy: 0 }
      for (let at = 0; at < simIds.length; at += maxAccepted) {
        const { accepted, busy } = await call(acceptSimContent, { body: { simIds: simIds.slice(at, at + maxAccepted) } })
        total.accepted += accepted.length
        total.busy += busy.length
      }
      return total
    },
    onSuccess: ({ accepted, busy }) => {
      if (accepted > 0) toast.success(t.accepted(formatNumber(accepted)))
      if (busy > 0) toast.error(t.busy(formatNumber(busy)))
      onDone()
    },
    onError: (error) => toastFailure(t.notAccepted, error),
    onSettled: refreshDrift,
  })
}
