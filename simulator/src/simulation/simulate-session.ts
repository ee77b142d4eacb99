import { formatAid } from '@simdeck/protocol/aid.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { defaultSettings } from '@simdeck/protocol/ota/server-state.ts'
import { badNetwork } from '../bad-network.ts'
import type { NetworkFaultKind, NetworkOdds } from '../bad-network.ts'
import { newCounters } from '../counters.ts'
import { PowerLoss } from '../faults/card-faults.ts'
import { Random } from '../random.ts'
import { VirtualClock } from '../virtual-clock.ts'
import { VirtualSim } from '../virtual-sim.ts'
import type { CardRegistry, Execute } from '../virtual-sim.ts'
import { MemoryServer } from './memory-server.ts'
import type { KnownSim, NodeFailure } from './memory-server.ts'
import type { KeyJob } from './new-keys.ts'
import { makeScenario } from './scenario.ts'
import type { Scenario } from './scenario.ts'
import type { Task } from './task.ts'

export interface SimulationOptions {
  network: NetworkOdds
  /** The probability that a node dies at a commit, 0 to 0.1. Ten times this value is the probability that a SIM has faults of its own. */
  crashes: number
  /** The probability that the card loses its power at a command, before it runs or, equally often, after it ran; the default is 0. */
  power?: number
  /** Gives each SIM one install with this number of octets of code. By default the seed chooses the work. */
  install?: number
}

/** The report on one simulated SIM. */
export interface SimulationReport {
  seed: string
  frames: number
  /** The number of network faults of each kind. */
  faults: Partial<Record<NetworkFaultKind, number>>
  nodeFailures: number
  powerLosses: number
  interruptions: number
  /** The number of scripts that were continued in a later session, in the same channel. */
  resumed: number
  /** The end of each job. */
  ends: string[]
  /** The errors that were found; empty when the session was correct. */
  wrong: string[]
}

const hour = 3_600_000
/** The longest time that a simulated SIM can take. */
const longestMs = 24 * 7 * hour
/** The time after the last end within which late frames arrive. They must change nothing. */
const afterwardsMs = hour / 6

/** Simulates one SIM from its first POLL until all jobs ended, without a socket and without waiting. */
export function simulateSession(seed: string, { network, crashes, power = 0, install }: SimulationOptions): SimulationReport {
  const scenario = makeScenario(new Random(`${seed}/scenario`), crashes * 10, install)
  const { profile } = scenario
  const clock = new VirtualClock()
  const counters = newCounters()
  const dice = new Random(`${seed}/nodes`)
  const report: SimulationReport = {
    seed,
    frames: 0,
    faults: {},
    nodeFailures: 0,
    powerLosses: 0,
    interruptions: 0,
    resumed: 0,
    ends: [],
    wrong: [],
  }
  const nodeFails = (): NodeFailure | null => {
    const die = dice.fraction()
    if (die >= crashes) return null
    report.nodeFailures++
    return die < crashes * 0.4 ? 'lost' : die < crashes * 0.8 ? 'unsent' : 'moved'
  }
  const registries = new Map<number, CardRegistry>()
  const server = new MemoryServer(() => clock.nowMs, {
    seed: `${seed}/server`,
    nodeFails,
    ended: (jobId) => void registries.set(jobId, sim.registry()),
    observe: (from, frame) => sim.invariants?.observe(from, frame),
  })
  const { level, challengeLength, scp03, tasks } = scenario
  const openLink = badNetwork(server.openLink(clock), clock, new Random(`${seed}/network`), network, (kind) => {
    report.faults[kind] = (report.faults[kind] ?? 0) + 1
  })
  const sim = new VirtualSim({
    profile,
    seed,
    speed: 1,
    clock,
    counters,
    openLink,
    resolve: (host, port) => ({ host, port }),
    checksInvariants: true,
    throughCard: power === 0 ? undefined : failingPower(new Random(`${seed}/power`), power),
  })
  const jobs = tasks.map(({ job }) => (typeof job === 'function' ? job(sim.contentDigest) : job))
  watchRemovals(sim, jobs, (error) => report.wrong.push(error))
  const known = server.add(profile, jobs, level, { keys: scp03, challengeLength })
  try {
    sim.start()
    while (known.ends.size < tasks.length && clock.nowMs < longestMs) clock.runNext(longestMs)
    clock.advance(afterwardsMs)
    sim.stop()
    const { faults, nodeFailures } = report
    const others = nodeFailures + counters.powerLosses + (profile.misbehaviours?.length ?? 0)
    const troubles = Object.values(faults).reduce((sum, count) => sum + count, others)
    report.wrong.push(...findErrors(scenario, known, sim, { troubles, registries }))
  } catch (error) {
    report.wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  report.frames = counters.framesSent + counters.framesReceived
  report.powerLosses = counters.powerLosses
  report.interruptions = known.effects.filter(({ type }) => type === 'interrupted').length
  report.resumed = known.resumed
  report.ends = [...known.ends.values()]
  return report
}

const deletion = 0xe4

/** Reports each removal of extra content from a card with other content than it had when the removal was decided. */
function watchRemovals(sim: VirtualSim, jobs: readonly (Job | KeyJob)[], report: (error: string) => void): void {
  const { card } = sim
  const { through } = card
  const removals = new Map(jobs.flatMap((job) => (job.kind === 'remove-extra' ? [[formatAid(job.packageAid), job.digest] as const] : [])))
  card.through = (command, run) => {
    const aid = command.ins === deletion ? formatAid(command.data.subarray(2)) : ''
    const digest = removals.get(aid)
    const isHeld = card.nvm.loadFiles.some((file) => file.aid === aid)
    if (digest !== undefined && isHeld && sim.contentDigest !== digest) report(`${aid} was removed, which had changed`)
    return through(command, run)
  }
}

function failingPower(random: Random, odds: number): (execute: Execute) => Execute {
  return (execute) => (command) => {
    const die = random.fraction()
    if (die < odds / 2) throw new PowerLoss()
    const response = execute(command)
    if (die < odds) throw new PowerLoss()
    return response
  }
}

/**
 * Checks that every job ended once and correctly, that the card has the content that this end implies, that the job kept the right answers,
 * and that no invariant is violated. `troubles` is the number of events that can have interrupted a session, `registries` has the content of
 * the card at the end of each job.
 */
function findErrors(
  { tasks }: Scenario,
  { ends, effects, found, keys }: KnownSim,
  sim: VirtualSim,
  { troubles, registries }: { troubles: number; registries: ReadonlyMap<number, CardRegistry> },
): string[] {
  const wrong = sim.invariants?.violations.slice() ?? []
  const isRotation = ({ job }: Task): boolean => typeof job !== 'function' && job.kind === 'new-keys' && job.of === 'securityDomain'
  const rotations = tasks.flatMap((task, jobId) => (isRotation(task) ? [ends.get(jobId) ?? ''] : []))
  for (const [jobId, { subject, ends: right, interrupted }] of tasks.entries()) {
    const name = `job ${jobId} on ${subject}`
    const ofJob = effects.filter((effect) => 'jobId' in effect && effect.jobId === jobId)
    if (ofJob.filter(({ type }) => type === 'ended').length !== 1) wrong.push(`${name} ended never, or twice`)
    if (ofJob.at(-1)?.type !== 'ended') wrong.push(`${name} went on after its end`)
    const end = ends.get(jobId)
    if (end === undefined) continue
    if (end === 'Failed 402') {
      const interruptions = ofJob.filter(({ type }) => type === 'interrupted').length
      if (Math.min(interruptions, troubles) <= defaultSettings.maxInterruptions) wrong.push(`${name} ended 402 too early`)
    }
    const check = end === 'Failed 402' ? (interrupted ?? (() => null)) : right.get(end)
    const registry = registries.get(jobId) ?? sim.registry()
    const fault = check ? check({ nvm: sim.card.nvm, keys, rotations, found: found.get(jobId), registry }) : 'that is no correct end'
    if (fault !== null) wrong.push(`${name} ended ${end}: ${fault}`)
  }
  return wrong
}
