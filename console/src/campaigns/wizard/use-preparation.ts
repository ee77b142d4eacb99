import { createSnapshot, dryRunBulkOta } from '@simdeck/contract/bulk-ota.ts'
import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import type { simFilter } from '@simdeck/contract/sims.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../session/api/api.ts'
import { gatheredKey, queryOf } from '../../session/api/query.ts'
import type { CampaignRequest, HandedOver } from './wizard-draft.ts'

/** SIMs of the campaign: those that match a filter now, or those that another screen handed over. */
export type Choice = { filter: z.input<typeof simFilter> } | HandedOver

const staleMs = 600_000

/** Snapshot of a selection. A selection never changes, so the same snapshot is used for ten minutes. */
export function selectionSnapshot(selectionId: number) {
  return queryOptions({
    ...queryOf(createSnapshot, { body: { selectionId } }),
    staleTime: staleMs,
    retry: false,
  })
}

export interface Preparation {
  snapshotId: number
  takenAt: string
  dryRun: DryRun
}

/**
 * Takes a snapshot of the SIMs and requests the dry run. Each `attempt`, that is each time the user opens the confirmation, repeats
 * both, as does another budget of octets.
 */
export function usePreparation(attempt: number, choice: Choice, request: CampaignRequest, octetsPerSim: number | null) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: gatheredKey(dryRunBulkOta, attempt, choice, request, octetsPerSim),
    queryFn: async (): Promise<Preparation> => {
      const snapshot =
        'selectionId' in choice
          ? await queries.fetchQuery(selectionSnapshot(choice.selectionId))
          : await call(createSnapshot, { body: choice })
      const dryRun = await call(dryRunBulkOta, {
        body: { snapshotId: snapshot.id, ...request, ...(octetsPerSim === null ? {} : { octetsPerSim }) },
      })
      return { snapshotId: snapshot.id, takenAt: snapshot.createdAt, dryRun }
    },
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    // The confirmation stays while another budget is checked.
    placeholderData: keepPreviousData,
  })
}
