import { defaultRetries, isBudgetForOne } from '@simdeck/contract/rollout.ts'
import type { LimitChanges, Rollout } from '@simdeck/contract/rollout.ts'

/** The limits of a campaign as typed. An empty number of sessions or octets is no limit. */
export interface LimitsDraft {
  retries: string
  maxAtOnce: string
  maxPerCell: string
  /** Only for a start: the campaign has chosen its SIMs by then. */
  octetsPerSim: string
  octetsInAll: string
}

/** The largest number of each field, and the smallest one. */
export const limitRanges = {
  retries: [0, 10],
  maxAtOnce: [1, 100_000],
  maxPerCell: [1, 1_000],
  octetsPerSim: [1, 100_000_000],
  octetsInAll: [1, 10_000_000_000_000],
} as const

export type LimitName = keyof typeof limitRanges

export const newLimits: LimitsDraft = { retries: String(defaultRetries), maxAtOnce: '', maxPerCell: '', octetsPerSim: '', octetsInAll: '' }

/** The limits of a campaign, for changing them. */
export const limitsOfRollout = ({ retries, maxAtOnce, maxPerCell, octetsPerSim, octetsInAll }: Rollout): LimitsDraft => ({
  retries: String(retries),
  maxAtOnce: String(maxAtOnce ?? ''),
  maxPerCell: String(maxPerCell ?? ''),
  octetsPerSim: String(octetsPerSim ?? ''),
  octetsInAll: String(octetsInAll ?? ''),
})

/** True if the field holds a number within its range, or is empty and may be. */
export function isLimit(name: LimitName, text: string): boolean {
  if (text === '') return name !== 'retries'
  const [least, most] = limitRanges[name]
  return /^\d{1,14}$/.test(text) && Number(text) >= least && Number(text) <= most
}

export const limitNames = ['maxAtOnce', 'maxPerCell', 'retries', 'octetsPerSim', 'octetsInAll'] as const satisfies readonly LimitName[]

/** The limits that need no sessions. */
export const messageLimitNames = limitNames.filter((name) => name !== 'maxPerCell' && name !== 'octetsInAll')

/** The limits that change while the campaign runs. */
export const changeableNames = limitNames.filter((name) => name !== 'octetsPerSim')

/** The number in a field of octets; null for none, and for an input with a mistake. */
export const octetsOf = (name: 'octetsPerSim' | 'octetsInAll', text: string): number | null =>
  text !== '' && isLimit(name, text) ? Number(text) : null

/** True if the octets in all are at least those of one SIM. */
export const isBudgetRight = ({ octetsPerSim, octetsInAll }: LimitsDraft): boolean =>
  isBudgetForOne({ octetsPerSim: octetsOf('octetsPerSim', octetsPerSim), octetsInAll: octetsOf('octetsInAll', octetsInAll) })

export const areLimits = (draft: LimitsDraft): boolean => limitNames.every((name) => isLimit(name, draft[name])) && isBudgetRight(draft)

export function limitsOf({ retries, maxAtOnce, maxPerCell, octetsInAll }: LimitsDraft): Required<LimitChanges> {
  return {
    retries: Number(retries),
    maxAtOnce: maxAtOnce === '' ? null : Number(maxAtOnce),
    maxPerCell: maxPerCell === '' ? null : Number(maxPerCell),
    octetsInAll: octetsOf('octetsInAll', octetsInAll),
  }
}

export const areUsual = (draft: LimitsDraft): boolean => limitNames.every((name) => draft[name] === newLimits[name])
