import { createSnapshot, dryRunBulkOta } from '@simdeck/contract/ota.ts'
import type { DryRun, OtaTargetInput } from '@simdeck/contract/ota.ts'
import type { simFilter } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../session/api.ts'

/** Which SIMs: those that match now, or those that were ticked. */
export type Choice = { filter: z.input<typeof simFilter> } | { simIds: number[] }

export interface Preparation {
  snapshotId: number
  takenAt: string
  dryRun: DryRun
}

/** Freezes the list of SIMs and asks what would happen to them; once for each `attempt`, that is each time the user comes to confirm. */
export function usePreparation(attempt: number, choice: Choice, targets: OtaTargetInput[]) {
  return useQuery({
    queryKey: ['preparation', attempt, choice, targets],
    queryFn: async (): Promise<Preparation> => {
      const snapshot = await call(createSnapshot, { body: choice })
      const dryRun = await call(dryRunBulkOta, { body: { snapshotId: snapshot.id, targets } })
      return { snapshotId: snapshot.id, takenAt: snapshot.createdAt, dryRun }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}
