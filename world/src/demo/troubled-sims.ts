import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'

const load = 0xe8

/** The troubled SIMs of each hundred, by their place in it. */
const troubled: ReadonlyMap<number, readonly Misbehaviour[]> = new Map<number, readonly Misbehaviour[]>([
  // A basement: the answers to the third block and to what is tried next get lost, then it is reached again.
  [31, [{ kind: 'drop', from: 'server', afterBlock: 2, times: 9 }]],
  // It was personalised with other keys than were handed over.
  [44, [{ kind: 'wrongCryptogram', times: 'always' }]],
  // Its memory wears out.
  [58, [{ kind: 'statusWord', sw: 0x6581, ins: load, skip: 6, times: 'always' }]],
  // Its device switches the SIM off whenever it is busy.
  [67, [{ kind: 'cardReset', block: 4, times: 'always' }]],
])

/** What is wrong with the SIM of the demo at this place, if anything. */
export function troublesOf(index: number): readonly Misbehaviour[] | undefined {
  return troubled.get(index % 100)
}
