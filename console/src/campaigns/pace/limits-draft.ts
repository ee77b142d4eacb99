import { defaultRetries } from '@simdeck/contract/rollout.ts'
import type { LimitChanges, Rollout } from '@simdeck/contract/rollout.ts'

/** The limits of a campaign as typed. An empty number of sessions is no limit. */
export interface LimitsDraft {
  retries: string
  maxAtOnce: string
  maxPerCell: string
  /** Only for a start: the campaign has chosen its SIMs by then. */
  octetsPerSim: string
}

/** The largest number of each field, and the smallest one. */
export const limitRanges = { retries: [0, 10], maxAtOnce: [1, 100_000], maxPerCell: [1, 1_000], octetsPerSim: [1, 100_000_000] } as const

export type LimitName = keyof typeof limitRanges

export const newLimits: LimitsDraft = { retries: String(defaultRetries), maxAtOnce: '', maxPerCell: '', octetsPerSim: '' }

/** The limits of a campaign, for changing them. */
export const limitsOfRollout = ({ retries, maxAtOnce, maxPerCell, octetsPerSim }: Rollout): LimitsDraft => ({
  retries: String(retries),
  maxAtOnce: String(maxAtOnce ?? ''),
  maxPerCell: String(maxPerCell ?? ''),
  octetsPerSim: String(octetsPerSim ?? ''),
})

/** True if the field holds a number within its range, or is empty and may be. */
export function isLimit(name: LimitName, text: string): boolean {
  if (text === '') return name !== 'retries'
  const [least, most] = limitRanges[name]
  return /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
}

export const limitNames = ['maxAtOnce', 'maxPerCell', 'retries', 'octetsPerSim'] as const satisfies readonly LimitName[]

export const areLimits = (draft: LimitsDraft): boolean => limitNames.every((name) => isLimit(name, draft[name]))

export function limitsOf({ retries, maxAtOnce, maxPerCell }: LimitsDraft): Required<LimitChanges> {
  return {
    retries: Number(retries),
    maxAtOnce: maxAtOnce === '' ? null : Number(maxAtOnce),
    maxPerCell: maxPerCell === '' ? null : Number(maxPerCell),
  }
}

export const areUsual = (draft: LimitsDraft): boolean => limitNames.every((name) => draft[name] === newLimits[name])

/** The budget of octets of a start; null for none, and for an input with a mistake. */
export const budgetOf = (octetsPerSim: string): number | null =>
  octetsPerSim !== '' && isLimit('octetsPerSim', octetsPerSim) ? Number(octetsPerSim) : null
