import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'

const load = 0xe8

/** Misbehaviours of the demo's SIMs, by the last two digits of the index. */
const misbehaviours: ReadonlyMap<number, readonly Misbehaviour[]> = new Map<number, readonly Misbehaviour[]>([
  // A SIM in a basement: the answers to the third block and to its next attempts are lost, then the connection returns.
  [31, [{ kind: 'drop', from: 'server', afterBlock: 2, times: 9 }]],
  // The card was personalised with other keys than the supplied ones.
  [44, [{ kind: 'wrongCryptogram', times: 'always' }]],
  // The memory of the card is worn out.
  [58, [{ kind: 'statusWord', sw: 0x6581, ins: load, skip: 6, times: 'always' }]],
  // The device switches the SIM off whenever the device is busy.
  [67, [{ kind: 'cardReset', block: 4, times: 'always' }]],
])

/** Misbehaviours of the demo's SIM with this index, if it has any. */
export function misbehavioursOf(index: number): readonly Misbehaviour[] | undefined {
  return misbehaviours.get(index % 100)
}
