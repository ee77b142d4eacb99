import { createSnapshot, dryRunBulkOta } from '@simdeck/contract/bulk-ota.ts'
import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import { getDryRun, listDryRunSims } from '@simdeck/contract/dry-run-sims.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import type { simFilter } from '@simdeck/contract/sims.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import { call } from '../../session/api/api.ts'
import { gatheredKey, queryOf, refresh } from '../../session/api/query.ts'
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

/** Limits of the campaign that the dry run observes. `rollout`: the start, if the list of the SIMs shows its waves. */
interface DryRunLimits {
  octetsPerSim: number | null
  rollout: RolloutInput | undefined
}

/**
 * Takes a snapshot of the SIMs and requests the dry run. Each `attempt`, that is each time the user opens the confirmation, repeats
 * both; other limits repeat the dry run.
 */
export function usePreparation(attempt: number, choice: Choice, request: CampaignRequest, { octetsPerSim, rollout }: DryRunLimits) {
  const queries = useQueryClient()
  const taken = useRef<{ of: string; snapshot: ResponseOf<typeof createSnapshot> }>(null)
  const of = JSON.stringify([attempt, choice])
  return useQuery({
    queryKey: gatheredKey(dryRunBulkOta, attempt, choice, request, octetsPerSim, rollout),
    queryFn: async (): Promise<Preparation> => {
      const known = taken.current?.of === of ? taken.current.snapshot : undefined
      const snapshot =
        known ??
        ('selectionId' in choice
          ? await queries.fetchQuery(selectionSnapshot(choice.selectionId))
          : await call(createSnapshot, { body: choice }))
      taken.current = { of, snapshot }
      const dryRun = await call(dryRunBulkOta, {
        body: { snapshotId: snapshot.id, ...request, ...(octetsPerSim === null ? {} : { octetsPerSim }), ...(rollout && { rollout }) },
      })
      // The list of the SIMs belongs to the last dry run.
      void refresh(getDryRun)
      void refresh(listDryRunSims)
      return { snapshotId: snapshot.id, takenAt: snapshot.createdAt, dryRun }
    },
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    // The confirmation stays while other limits are checked.
    placeholderData: keepPreviousData,
  })
}
