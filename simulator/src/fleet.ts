import { badNetwork } from './bad-network.ts'
import type { NetworkOdds } from './bad-network.ts'
import type { CardNvm } from './card/nvm.ts'
import { realClock } from './clock.ts'
import type { Clock } from './clock.ts'
import { newCounters } from './counters.ts'
import type { FleetCounters } from './counters.ts'
import { openTcpLink } from './link.ts'
import type { Address, OpenLink } from './link.ts'
import type { SimProfile } from './profile.ts'
import { Random } from './random.ts'
import { VirtualSim } from './virtual-sim.ts'
import type { VirtualSimOptions } from './virtual-sim.ts'

export interface FleetOptions {
  sims: readonly SimProfile[]
  /** The device port. Every host name resolves to it unless `resolve` returns another address. */
  connect: Address
  /** The factor by which waits between POLLs are shortened; the default is 1. Network timeouts are never shortened. */
  speed?: number
  /** The same seed gives the same nonces, radio values and first polls. */
  seed?: string
  clock?: Clock
  openLink?: OpenLink
  resolve?: (fqdn: string, port: number) => Address
  throughCard?: VirtualSimOptions['throughCard']
  /** A bad network between each SIM and the server; the same seed gives the same faults to the same frames. */
  network?: NetworkOdds
  /** True to give each SIM an `InvariantChecker`. */
  checksInvariants?: boolean
}

export interface Fleet {
  readonly sims: readonly VirtualSim[]
  /** The SIM with this ICCID; null if there is none. */
  sim: (iccid: string) => VirtualSim | null
  stats: () => FleetCounters & { sims: number }
  /** The non-volatile memory of each card, by ICCID. A profile with this value as its `nvm` has the same card. */
  snapshot: () => Record<string, CardNvm>
  /** The violated invariants, each with the fleet's seed and the SIM's index. */
  violations: () => string[]
  /** Stops the fleet at once: no timer and no connection is left. */
  stop: () => void
}

/** Starts virtual SIMs that poll until they are stopped. Throws when two have the same ICCID. */
export function startFleet(options: FleetOptions): Fleet {
  const { connect, speed = 1, seed = '0', clock = realClock, openLink = openTcpLink, resolve = () => connect } = options
  const { throughCard, network, checksInvariants } = options
  const counters = newCounters()
  const linkOf = ({ iccid }: SimProfile): OpenLink =>
    network ? badNetwork(openLink, clock, new Random(`${seed}/${iccid}/network`), network) : openLink
  const byIccid = new Map<string, VirtualSim>()
  for (const profile of options.sims) {
    if (byIccid.has(profile.iccid)) throw new Error(`ICCID ${profile.iccid} occurs twice`)
    byIccid.set(
      profile.iccid,
      new VirtualSim({ profile, seed, speed, clock, counters, openLink: linkOf(profile), resolve, throughCard, checksInvariants }),
    )
  }
  const sims = [...byIccid.values()]
  for (const sim of sims) sim.start()
  return {
    sims,
    sim: (iccid) => byIccid.get(iccid) ?? null,
    stats: () => ({ sims: sims.length, ...counters }),
    snapshot: () => Object.fromEntries(sims.map((sim) => [sim.iccid, structuredClone(sim.card.nvm)])),
    violations: () => sims.flatMap(({ invariants }, i) => invariants?.violations.map((one) => `seed ${seed}, SIM ${i}: ${one}`) ?? []),
    stop: () => {
      for (const sim of sims) sim.stop()
    },
  }
}
