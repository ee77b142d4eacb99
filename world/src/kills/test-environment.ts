import { setTimeout as wait } from 'node:timers/promises'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { Preload } from '@simdeck/simulator/card/preload.ts'
import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'
import { Random } from '@simdeck/simulator/random.ts'
import { customCap } from '../testing/recipes.ts'
import { startWorld, type World } from '../testing/start-world.ts'
import { CardClock } from './card-clock.ts'
import { CardRecord } from './card-record.ts'
import { type FrameMoment, startFrameProxy } from './frame-proxy.ts'
import { Campaigns } from './campaigns.ts'
import { LinksInFlight } from './links-in-flight.ts'
import { type StatementMoment, startPostgresProxy } from './postgres-proxy.ts'
import { Recovery } from './recovery.ts'
import { recordStatuses, type StatusRecord } from './status-record.ts'
import { NodeUnderTest } from './node-under-test.ts'
import { WireInvariantChecker } from './wire-invariant-checker.ts'

export type TestEnvironmentOptions = {
  /** Address of a PostgreSQL with the tests' template. */
  postgresUrl: string
  /** Current port of PostgreSQL; by default the one in `postgresUrl`. */
  postgresPort?: () => number
  seed: string
  sims: number
  /** Number of LOAD blocks of the package, one per frame. */
  blocks: number
  /** Other load files that the cards have from the factory. */
  preloads?: readonly Preload[]
  /** Faults that every card has. */
  misbehaviours?: readonly Misbehaviour[]
  /** Number of processes that wait to replace a killed one; 2 by default. */
  spares?: number
}

/** Called at every moment of a frame or statement. False means that the server was killed at this moment, and the message is dropped. */
export type Watch = { frame: (moment: FrameMoment) => boolean; statement: (moment: StatementMoment, node: NodeUnderTest) => boolean }

export const nothingKilled: Watch = { frame: () => true, statement: () => true }

export type TestEnvironmentControl = {
  /** Decides on kills; by default there are none. */
  watch: Watch
  /** Delay of frames from cards, in milliseconds. */
  delayMs: number
  /** Holds the frames of cards until it resolves; null for none. */
  gate: Promise<void> | null
  postgresRunning: boolean
  /** Number of times that the cards' clock may still skip to the next timer while PostgreSQL is down. */
  skipsLeftWithoutPostgres: number
}

/**
 * Test environment: cards, nodes under test, PostgreSQL, and proxies between all of them. The APIs are served by a server in this process,
 * to which no card connects.
 */
export type TestEnvironment = AsyncDisposable &
  TestEnvironmentControl & {
    addNode: () => Promise<void>
    world: World
    cards: readonly CardRecord[]
    statuses: StatusRecord
    /** Numbers of POLLs that each card has sent, and of answers with commands that it got. */
    polls: readonly number[]
    commands: readonly number[]
    /** Faults that the checks of the wire and the cards have found, and the output of nodes that ended by themselves. */
    faults: () => readonly (Error | string)[]
    random: Random
    nodes: readonly NodeUnderTest[]
    recovery: Recovery
    wireChecker: WireInvariantChecker
    campaigns: Campaigns
  }

/** A frame to a card with a receive buffer of 255 octets contains one LOAD. */
const receiveBuffer = 255
const blockOctets = 190
const quietCheckMs = 10
const quietChecksWithoutPostgres = 15

export async function startTestEnvironment(options: TestEnvironmentOptions): Promise<TestEnvironment> {
  const { seed, sims, blocks, spares = 2 } = options
  const random = new Random(`kills ${seed}`)
  const wireFaults: Error[] = []
  const polls: number[] = Array.from({ length: sims }, () => 0)
  const commands: number[] = Array.from({ length: sims }, () => 0)
  const cards = Array.from({ length: sims }, () => new CardRecord())
  const clock = new CardClock()
  const recovery = new Recovery(() => clock.now())
  const links = new LinksInFlight()
  const profiles = Array.from({ length: sims }, (_, index) => ({
    iccid: `898110004711${String(index).padStart(7, '0')}`,
    capAuthKey: random.bytes(16),
    encryptKey: random.bytes(16),
    receiveBuffer,
    preloads: options.preloads ?? [],
    misbehaviours: options.misbehaviours ?? [],
  }))
  const wireChecker = new WireInvariantChecker(profiles)
  const control: TestEnvironmentControl = {
    watch: nothingKilled,
    delayMs: 0,
    gate: null,
    postgresRunning: true,
    skipsLeftWithoutPostgres: 0,
  }
  const nodes: NodeUnderTest[] = []
  await using started = new AsyncDisposableStack()

  const checkFrame = ({ from, phase, frame }: FrameMoment) => {
    if (phase === 'passed' && from === 'card') return
    if (phase === 'passed' && from === 'server') {
      const sim = wireChecker.check(from, frame)
      if (sim === null) return
      const closes = frame[3] === messageCode.closeSession
      recovery.answered(sim, closes)
      if (!closes) commands[sim]!++
    } else {
      const sim = wireChecker.check(from, frame)
      if (sim !== null && from === 'card' && frame[3] === messageCode.poll) polls[sim]!++
    }
  }
  const frames = await startFrameProxy({
    // Chooses any running node, as a load balancer does.
    route: () => {
      const running = nodes.filter((node) => node.port !== null)
      const chosen = running[random.between(0, running.length - 1)]
      if (chosen) chosen.frames++
      return chosen?.port ?? null
    },
    delay: () => control.gate ?? (control.delayMs > 0 ? wait(control.delayMs) : null),
    watch: (moment) => {
      try {
        checkFrame(moment)
      } catch (error) {
        wireFaults.push(error as Error)
      }
      return control.watch.frame(moment)
    },
  })
  started.defer(frames.close)
  let card = 0
  const world: World = await startWorld({
    sims,
    postgresUrl: options.postgresUrl,
    profile: (index) => profiles[index]!,
    env: { SERVICES: 'ota' },
    fleet: {
      connect: { host: '127.0.0.1', port: frames.port },
      seed,
      checksInvariants: true,
      clock,
      speed: 1,
      openLink: links.open,
      throughCard: (execute) => cards[card++]!.throughCard(execute),
    },
  })
  started.use(world)
  wireChecker.keysOf = (sim) => world.fleet.sims[sim]!.pollerKeys
  const ofNodes = started.use(new AsyncDisposableStack())
  const port = options.postgresPort ?? (() => Number(new URL(options.postgresUrl).port))
  const addNode = async () => {
    const proxy = await startPostgresProxy({ port, watch: (moment) => control.watch.statement(moment, node) })
    ofNodes.defer(proxy.close)
    const env = { DATABASE_URL: proxy.through(world.server.databaseUrl), MASTER_KEY: world.server.masterKey, OVERLOAD_MS: '60000' }
    const node = new NodeUnderTest(env, spares)
    ofNodes.defer(() => node.stop())
    nodes.push(node)
    await node.ready
  }
  await addNode()
  const statuses = await recordStatuses(world.server.databaseUrl)
  started.defer(statuses.close)
  started.defer(() => world.fleet.stop())
  const installed = await world.upload(customCap({ codeSize: blocks * blockOctets }))

  let quietChecks = 0
  const skipTimer = setInterval(() => {
    // While its database is down, a server delays frames, and the cards' clock must still move on.
    const quiet = (links.quiet || !control.postgresRunning) && nodes.some(({ port }) => port !== null)
    quietChecks = quiet ? quietChecks + 1 : 0
    if (quietChecks < (control.postgresRunning ? 2 : quietChecksWithoutPostgres)) return
    if (!control.postgresRunning && control.skipsLeftWithoutPostgres-- <= 0) return
    quietChecks = 0
    clock.skipToNextTimer()
  }, quietCheckMs)
  started.defer(() => clearInterval(skipTimer))

  const faults = () => [...wireFaults, ...world.fleet.violations(), ...nodes.flatMap((node) => node.faults)]
  const campaigns = new Campaigns({ world, cards, statuses, installed, faults })
  const all = started.move()
  return Object.assign(control, {
    random,
    nodes,
    recovery,
    wireChecker,
    campaigns,
    addNode,
    world,
    cards,
    statuses,
    polls,
    commands,
    faults,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  })
}
