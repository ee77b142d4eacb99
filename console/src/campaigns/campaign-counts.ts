import type { Campaign } from '@simdeck/contract/ota.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { BarPart } from '../ui/Bits.tsx'
import type { Tone } from '../ui/glyphs.tsx'

type Counts = Campaign['counts']

/** SIMs for which nothing more will happen. */
export function finishedSims({ Succeeded, Failed, Blocked, NotFound }: Counts): number {
  return Succeeded + Failed + Blocked + NotFound
}

export const statusTone: Record<OtaStatus, Tone> = {
  Ready: 'ready',
  Started: 'started',
  Interrupted: 'interrupted',
  Succeeded: 'succeeded',
  Failed: 'failed',
  Blocked: 'blocked',
  NotFound: 'notfound',
}
const drawn: readonly OtaStatus[] = ['Succeeded', 'Started', 'Interrupted', 'Failed', 'Blocked', 'NotFound']

/** The parts of a campaign's bar; what is Ready stays empty. */
export function campaignParts(counts: Counts, words: Readonly<Record<OtaStatus, string>>): BarPart[] {
  return drawn.map((status) => ({ name: words[status], value: counts[status], tone: statusTone[status] }))
}
