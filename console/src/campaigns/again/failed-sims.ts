import { getFailedSims } from '@simdeck/contract/campaign-again.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import { queryOf } from '../../session/api/query.ts'

export type FailedSims = ResponseOf<typeof getFailedSims>

/** The SIMs that failed in a campaign, of all causes or of some, and what has changed since. */
export function failedSimsQuery(campaignId: number, causes?: readonly string[]) {
  return { ...queryOf(getFailedSims, { params: { id: campaignId }, query: causes ? { causes: causes.join(',') } : {} }), retry: false }
}
