import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { compareHeldParameters } from '@simdeck/contract/held-parameters.ts'

/** Parameters in hex, with the number of SIMs that have them. */
export type HeldValues = ResponseOf<typeof compareHeldParameters>['values'][number]

/** The parameters that most SIMs have, in a comparison with empty ones; null if those of no SIM are known. */
export function mostHeld({ same, values }: Pick<ResponseOf<typeof compareHeldParameters>, 'same' | 'values'>): HeldValues | null {
  const [first] = values
  if (same > (first?.count ?? 0)) return { installParameters: '', cardParameters: '', count: same }
  return first ?? null
}
