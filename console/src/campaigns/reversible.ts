import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'

/** True for a campaign whose changes can be taken back and that has changed at least one SIM. */
export function isReversible({ state, action, appletType, library, counts, cancelled }: Campaign): boolean {
  return (
    state !== 'rejected' &&
    appletType === appletTypes.other &&
    !library &&
    action !== 'inventory' &&
    counts.Succeeded + counts.Failed > cancelled
  )
}
