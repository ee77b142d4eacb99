import type { CampaignWakes, WakeSkip } from '@simdeck/contract/campaign-wakes.ts'
import type { CampaignState } from '@simdeck/contract/ota.ts'
import type { SmsReason } from '@simdeck/contract/sim-sms.ts'

/** The numbers of SIMs that got no message, by reason. */
export type SkippedWakes = Partial<Record<WakeSkip, number>>

/** The numbers of messages of a campaign. `waiting` are not answered by the gateway yet, `sent` are those that it has accepted. */
export type WakeMessages = { waiting?: number; sent?: number; delivered?: number; failed?: Partial<Record<SmsReason, number>> }

export type StoredWakes = { skipped: SkippedWakes; messages: WakeMessages }

/** The states of a campaign in which it still wakes SIMs, now or later. */
const wakingStates: readonly CampaignState[] = ['awaitingApproval', 'scheduled', 'running', 'paused']

const sum = (counts: Partial<Record<string, number>>): number => Object.values(counts).reduce<number>((all, count = 0) => all + count, 0)

/** The figures of the wakes of a campaign with `total` SIMs. The SIMs without a result wait, or are never woken once it has ended. */
export function wakesShape({ skipped, messages }: StoredWakes, { state, total }: { state: CampaignState; total: number }): CampaignWakes {
  const { sent = 0, delivered = 0 } = messages
  const { cancelled = 0, ...failed } = messages.failed ?? {}
  const left = Math.max(0, total - sent - delivered - sum(failed) - sum(skipped))
  const isWaking = wakingStates.includes(state)
  const ended = isWaking ? cancelled : left
  return {
    waiting: isWaking ? left - cancelled : 0,
    sent,
    delivered,
    failed: listed(failed),
    skipped: listed(ended > 0 ? { ...skipped, ended } : skipped),
  }
}

/** The reasons with SIMs, the most frequent one first. */
function listed<Reason extends string>(counts: Partial<Record<Reason, number>>): { reason: Reason; sims: number }[] {
  return (Object.entries(counts) as [Reason, number][])
    .map(([reason, sims]) => ({ reason, sims }))
    .filter(({ sims }) => sims > 0)
    .toSorted((one, other) => other.sims - one.sims || (one.reason < other.reason ? -1 : 1))
}
