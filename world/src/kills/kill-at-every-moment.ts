import { createHash } from 'node:crypto'
import { messageCode, messageNames } from '@simdeck/protocol/ota/message-codes.ts'
import type { FrameMoment } from './frame-proxy.ts'
import type { StatementMoment } from './postgres-proxy.ts'
import { nothingKilled, type TestEnvironment } from './test-environment.ts'

/** Work on a SIM that is done from its start to its checked end, despite the kills. */
export type Work = { name: string; run: () => Promise<void> }

export type KillOptions = {
  /** The works, one after the other; an install and a removal by default. */
  works?: readonly Work[]
  /** Kind of moments: writing statements or frames. */
  kind: 'writes' | 'frames'
  seed: string
  /** Share of the moments, from 0 to 1, chosen by the seed; 1, all, by default. */
  sampleRate?: number
  /** True adds runs with delayed cards, for the writes of the server between their frames. */
  delayed: boolean
  /** Maximum number of kills. */
  maxKills?: number
  print: (text: string) => void
}

/** Delay of cards' frames that leaves time for the server's writes by timers, in milliseconds. */
const cardDelayMs = 120
const sqlShown = 70

/**
 * Kills the only node at every write of some works, before PostgreSQL gets it and before its answer arrives, or at every
 * frame, before and after it is passed on. A run interrupts each frame at most once. Runs are repeated until no new moment is found.
 */
export async function killAtEveryMoment(environment: TestEnvironment, options: KillOptions): Promise<{ kills: number; moments: number }> {
  const killed = new Set<string>()
  const known = new Set<string>()
  for (const delayMs of options.delayed ? [0, cardDelayMs] : [0]) {
    environment.delayMs = delayMs
    let before
    do {
      before = killed.size
      for (const { name, run } of options.works ?? installAndRemoval(environment)) {
        environment.watch = new KillRun(environment, name, options, killed, known)
        await run()
        environment.watch = nothingKilled
      }
      options.print(`${killed.size} kills`)
    } while (before < killed.size && killed.size < (options.maxKills ?? Infinity))
  }
  environment.delayMs = 0
  return { kills: killed.size, moments: known.size }
}

const installAndRemoval = ({ campaigns }: TestEnvironment): Work[] =>
  (['install', 'remove'] as const).map((name) => ({
    name,
    run: async () => campaigns.verify(name, await campaigns.finished(await campaigns.start(name, 1))),
  }))

/** Kills of one run. */
class KillRun {
  readonly #environment: TestEnvironment
  readonly #work: string
  readonly #options: KillOptions
  readonly #killed: Set<string>
  readonly #known: Set<string>
  /** Frames that a kill has interrupted in this run. */
  readonly #interruptedFrames = new Set<string>()
  /** The frame that is being answered. */
  #currentFrame: { kind: string; id: string } | null = null
  /** Number of times that each statement was seen since the last frame of the card. */
  #statementCounts = new Map<string, number>()

  constructor(environment: TestEnvironment, work: string, options: KillOptions, killed: Set<string>, known: Set<string>) {
    this.#environment = environment
    this.#work = work
    this.#options = options
    this.#killed = killed
    this.#known = known
  }

  frame = ({ from, phase, frame }: FrameMoment): boolean => {
    const view = new DataView(frame.buffer, frame.byteOffset)
    const code = frame[3] as keyof typeof messageNames
    if (from === 'card' && phase === 'arrived') {
      const poll = code === messageCode.poll
      this.#currentFrame = poll
        ? { kind: 'POLL', id: `POLL ${view.getUint32(28)}` }
        : { kind: `frame ${view.getUint16(8)}`, id: `${view.getUint32(4)} ${view.getUint16(8)}` }
      this.#statementCounts.clear()
    }
    const alive = this.#options.kind !== 'frames' || this.#passes(`${from} ${messageNames[code]} ${phase}`)
    if (from === 'server' && phase === 'passed') this.#currentFrame = null
    return alive
  }

  statement = ({ sql, phase }: StatementMoment): boolean => {
    if (this.#options.kind !== 'writes') return true
    const shown = sql.slice(0, sqlShown)
    const times = (this.#statementCounts.get(shown) ?? 0) + (phase === 'before' ? 1 : 0)
    this.#statementCounts.set(shown, times)
    return this.#passes(`${shown} #${times} ${phase}`)
  }

  #passes(moment: string): boolean {
    const node = this.#environment.nodes[0]!
    const during = node.port === null ? 'start' : (this.#currentFrame?.kind ?? 'between frames')
    // Writes between frames come from timers, so their order and number vary.
    const name = during === 'between frames' ? moment.replace(/ #\d+/, '') : moment
    const key = `${this.#work}, ${during}: ${name}`
    this.#known.add(key)
    const { sampleRate = 1, maxKills = Infinity, seed } = this.#options
    if (this.#killed.has(key) || this.#killed.size >= maxKills || fractionOf(`${seed} ${key}`) >= sampleRate) return true
    if (this.#currentFrame && this.#interruptedFrames.has(this.#currentFrame.id)) return true
    if (this.#currentFrame) this.#interruptedFrames.add(this.#currentFrame.id)
    this.#killed.add(key)
    this.#currentFrame = null
    this.#statementCounts.clear()
    this.#environment.recovery.killed()
    node.kill()
    return false
  }
}

/** A fraction below 1 that depends only on the text. */
const fractionOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
