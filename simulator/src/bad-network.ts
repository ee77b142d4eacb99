import type { Clock } from './clock.ts'
import type { OpenLink } from './link.ts'
import type { Random } from './random.ts'
import { troubledLink } from './troubled-link.ts'
import type { Fate } from './troubled-link.ts'

/** The faults that the network can apply to a frame, in either direction. */
export const networkFaultKinds = ['loss', 'double', 'delay', 'reorder', 'truncation', 'change', 'disconnection'] as const
export type NetworkFaultKind = (typeof networkFaultKinds)[number]

/** For each fault, the share of frames that it affects, 0 to 1. At most one fault affects a frame. */
export type NetworkOdds = Record<NetworkFaultKind, number>

/** The delays of frames in milliseconds. Some delayed frames arrive before the card repeats its frame, others after it. */
const delayMs = { least: 100, most: 45_000 }

/** Reads `loss=5,double=0.5` (percent). Faults left out are 0. Throws an `Error` whose message is one line for the user. */
export function readNetworkOdds(spec: string): NetworkOdds {
  const odds: NetworkOdds = { loss: 0, double: 0, delay: 0, reorder: 0, truncation: 0, change: 0, disconnection: 0 }
  for (const part of spec.split(',')) {
    const [, name, percent] = /^([a-z]+)=(\d+(?:\.\d+)?)$/.exec(part) ?? []
    const kind = networkFaultKinds.find((one) => one === name)
    if (!kind || odds[kind] !== 0)
      throw new Error(`write a network as loss=5,double=0.5: each of ${networkFaultKinds.join(', ')} at most once, in percent`)
    odds[kind] = Number(percent) / 100
  }
  if (networkFaultKinds.reduce((sum, kind) => sum + odds[kind], 0) > 1)
    throw new Error('the percentages of a network add up to more than 100')
  return odds
}

/**
 * A bad network between one SIM and its server. The same `random` gives the same faults; `onFault` is called for each fault. One random
 * number decides on each frame, so that the fault of a frame does not depend on the frames before it.
 */
export function badNetwork(
  openLink: OpenLink,
  clock: Clock,
  random: Random,
  odds: NetworkOdds,
  onFault: (kind: NetworkFaultKind) => void = () => undefined,
): OpenLink {
  return troubledLink(openLink, clock, (_from, frame) => {
    let roll = random.fraction()
    for (const kind of networkFaultKinds) {
      if (roll < odds[kind]) {
        onFault(kind)
        return fateOf(kind, frame, random)
      }
      roll -= odds[kind]
    }
    return { arriving: [{ bytes: frame, afterMs: 0 }], held: null }
  })
}

function fateOf(kind: NetworkFaultKind, frame: Uint8Array, random: Random): Fate {
  const arriving = (bytes: Uint8Array, afterMs = 0): Fate => ({ arriving: [{ bytes, afterMs }], held: null })
  switch (kind) {
    case 'loss':
      return { arriving: [], held: null }
    case 'double':
      return { arriving: [frame, frame].map((bytes) => ({ bytes, afterMs: 0 })), held: null }
    case 'delay':
      return arriving(frame, random.between(delayMs.least, delayMs.most))
    case 'reorder':
      return { arriving: [], held: frame }
    case 'truncation':
      return arriving(frame.subarray(0, random.between(0, frame.length - 1)))
    case 'change': {
      const at = random.between(0, frame.length - 1)
      const mask = 1 << random.between(0, 7)
      return arriving(frame.map((octet, i) => (i === at ? octet ^ mask : octet)))
    }
    case 'disconnection':
      return null
  }
}
