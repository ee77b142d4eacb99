import { fixedAids } from '@simdeck/protocol/aid.ts'
import type { Preload } from '@simdeck/simulator/card/preload.ts'

const { packageAid, moduleAid } = fixedAids.pollerB

/** A package that the card maker left on the card. */
const leftOver: Preload = {
  packageAid: 'D276000118544553',
  version: { major: 0, minor: 3 },
  moduleAid: 'D27600011854455301',
  instanceAid: 'D27600011854455301',
  size: 1_100,
}

/** A second poller, which never polls because it has no parameters. */
const secondPoller: Preload = { packageAid, version: { major: 1, minor: 2 }, moduleAid, instanceAid: moduleAid, size: 900 }

/** Content of the demo's SIMs that nobody recorded, by the last two digits of the index. */
const found: ReadonlyMap<number, readonly Preload[]> = new Map([
  [13, [leftOver]],
  [27, [leftOver]],
  [62, [leftOver]],
  [88, [secondPoller]],
])

export const foundContentOf = (index: number): readonly Preload[] => found.get(index % 100) ?? []
