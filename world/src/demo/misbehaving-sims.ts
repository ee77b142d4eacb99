import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'

const initializeUpdate = 0x50
const install = 0xe6
const load = 0xe8

/** Misbehaviours of the demo's SIMs, by the last two digits of the index. */
const misbehaviours: ReadonlyMap<number, readonly Misbehaviour[]> = new Map<number, readonly Misbehaviour[]>([
  // The card was personalised with an older key set, so it does not know the version of the supplied one.
  [17, [{ kind: 'statusWord', sw: 0x6a88, ins: initializeUpdate, times: 'always' }]],
  // A SIM in a basement: the answers to the third block and to its next attempts are lost, then the connection returns.
  [31, [{ kind: 'drop', from: 'server', afterBlock: 2, times: 9 }]],
  // Somebody with a card reader deletes the applet, or its package, loads an older version, or locks the applet.
  [23, [{ kind: 'otherHand', change: 'package', skip: 2 }]],
  [36, [{ kind: 'otherHand', change: 'applet', skip: 2 }]],
  [49, [{ kind: 'otherHand', change: 'version', skip: 2 }]],
  [74, [{ kind: 'otherHand', change: 'lock', skip: 2 }]],
  // The card was personalised with other keys than the supplied ones.
  [44, [{ kind: 'wrongCryptogram', times: 'always' }]],
  // The memory of the card is worn out.
  [58, [{ kind: 'statusWord', sw: 0x6581, ins: load, skip: 6, times: 'always' }]],
  // The device switches the SIM off whenever the device is busy.
  [67, [{ kind: 'cardReset', block: 4, times: 'always' }]],
  // The issuer locked the card against new applets.
  [83, [{ kind: 'statusWord', sw: 0x6985, ins: install, times: 'always' }]],
  // Another applet of the device maker fills the memory.
  [92, [{ kind: 'outOfMemory', times: 'always' }]],
])

/** Misbehaviours of the demo's SIM with this index, if it has any. */
export function misbehavioursOf(index: number): readonly Misbehaviour[] | undefined {
  return misbehaviours.get(index % 100)
}
