import type { Campaign } from '@simdeck/contract/ota.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { BarPart } from '../ui/Bits.tsx'

type Counts = Campaign['counts']

/** SIMs for which nothing more will happen. */
export function finishedSims({ Succeeded, Failed, Blocked, NotFound }: Counts): number {
  return Succeeded + Failed + Blocked + NotFound
}

const drawn: readonly { status: OtaStatus; tone: BarPart['tone'] }[] = [
  { status: 'Succeeded', tone: 'succeeded' },
  { status: 'Started', tone: 'started' },
  { status: 'Interrupted', tone: 'interrupted' },
  { status: 'Failed', tone: 'failed' },
  { status: 'Blocked', tone: 'blocked' },
  { status: 'NotFound', tone: 'notfound' },
]

/** The parts of a campaign's bar; what is Ready stays empty. */
export function campaignParts(counts: Counts, words: Readonly<Record<OtaStatus, string>>): BarPart[] {
  return drawn.map(({ status, tone }) => ({ name: words[status], value: counts[status], tone }))
}
