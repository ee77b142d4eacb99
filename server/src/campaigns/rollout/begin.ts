import type { CampaignState } from '@simdeck/contract/ota.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import { isInWindow } from './window.ts'

/** The state of a campaign that begins now, the cause of its pause, and the released wave. */
export function beginOf(rollout: Rollout | null, now: Date): { state: CampaignState; pause: 'window' | null; wave: number } {
  if (rollout?.startAt) return { state: 'scheduled', pause: null, wave: 0 }
  if (rollout?.window && !isInWindow(rollout.window, now)) return { state: 'paused', pause: 'window', wave: 1 }
  return { state: 'running', pause: null, wave: 1 }
}
