import { fixedAids } from '@simdeck/protocol/aid.ts'

/** The common prefix of the AIDs of each poller slot. */
const slots = [
  { name: 'A', digits: fixedAids.pollerA.packageAid.slice(0, 22) },
  { name: 'B', digits: fixedAids.pollerB.packageAid.slice(0, 22) },
]

/** The slot of a package or an instance of our poller; null for any other AID. */
export const pollerSlotOf = (aid: string): string | null => slots.find(({ digits }) => aid.startsWith(digits))?.name ?? null
