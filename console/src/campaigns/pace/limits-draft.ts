import { defaultRetries } from '@simdeck/contract/rollout.ts'
import type { LimitChanges, Rollout } from '@simdeck/contract/rollout.ts'

/** The limits of a campaign as typed. An empty number of sessions is no limit. */
export interface LimitsDraft {
  retries: string
  maxAtOnce: string
  maxPerCell: string
}

/** The largest number of each field, and the smallest one. */
export const limitRanges = { retries: [0, 10], maxAtOnce: [1, 100_000], maxPerCell: [1, 1_000] } as const

export type LimitName = keyof typeof limitRanges

export const newLimits: LimitsDraft = { retries: String(defaultRetries), maxAtOnce: '', maxPerCell: '' }

/** The limits of a campaign, for changing them. */
export const limitsOfRollout = ({ retries, maxAtOnce, maxPerCell }: Rollout): LimitsDraft => ({
  retries: String(retries),
  maxAtOnce: String(maxAtOnce ?? ''),
  maxPerCell: String(maxPerCell ?? ''),
})

/** True if the field holds a number within its range, or is empty and may be. */
export function isLimit(name: LimitName, text: string): boolean {
  if (text === '') return name !== 'retries'
  const [least, most] = limitRanges[name]
  return /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most
}

export const areLimits = (draft: LimitsDraft): boolean =>
  isLimit('retries', draft.retries) && isLimit('maxAtOnce', draft.maxAtOnce) && isLimit('maxPerCell', draft.maxPerCell)

export function limitsOf({ retries, maxAtOnce, maxPerCell }: LimitsDraft): Required<LimitChanges> {
  return {
    retries: Number(retries),
    maxAtOnce: maxAtOnce === '' ? null : Number(maxAtOnce),
    maxPerCell: maxPerCell === '' ? null : Number(maxPerCell),
  }
}

export const areUsual = (draft: LimitsDraft): boolean =>
  draft.retries === newLimits.retries && draft.maxAtOnce === '' && draft.maxPerCell === ''
