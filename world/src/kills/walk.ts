import { createHash } from 'node:crypto'
import { messageCode, messageNames } from '@simdeck/protocol/ota/message-codes.ts'
import type { FrameMoment } from './frame-proxy.ts'
import type { Action } from './jobs.ts'
import type { StatementMoment } from './postgres-proxy.ts'
import type { Stage } from './stage.ts'

export type WalkOptions = {
  /** Kind of moments: writing statements or frames. */
  kind: 'writes' | 'frames'
  seed: string
  /** Share of the moments: one in this number, chosen by the seed; 1 means all. */
  oneIn?: number
  /** True adds runs with delayed cards, for the writes of the server between their frames. */
  slowly: boolean
  /** Maximum number of kills. */
  most?: number
  print: (text: string) => void
}

/** Delay of cards' frames that leaves time for the server's writes by timers, in milliseconds. */
const slowMs = 120
const sqlShown = 70

/**
 * Kills the only node at every write of an install and a removal, before PostgreSQL gets it and before its answer arrives, or at every
 * frame, before and after it is passed on. A run interrupts each frame at most once. Runs are repeated until no new moment is found.
 */
export async function walk(stage: Stage, options: WalkOptions): Promise<{ kills: number; moments: number }> {
  const hit = new Set<string>()
  const known = new Set<string>()
  for (const delayMs of options.slowly ? [0, slowMs] : [0]) {
    stage.delayMs = delayMs
    let before
    do {
      before = hit.size
      for (const action of ['install', 'remove'] as const) {
        stage.watch = new Hits(stage, action, options, hit, known)
        const campaign = await stage.jobs.begin(action, 1)
        await stage.jobs.judge(action, await stage.jobs.finished(campaign))
        stage.watch = { frame: () => true, statement: () => true }
      }
      options.print(`${hit.size} kills`)
    } while (before < hit.size && hit.size < (options.most ?? Infinity))
  }
  stage.delayMs = 0
  return { kills: hit.size, moments: known.size }
}

/** Kills of one run. */
class Hits {
  readonly #stage: Stage
  readonly #action: Action
  readonly #options: WalkOptions
  readonly #hit: Set<string>
  readonly #known: Set<string>
  /** Frames that a kill has interrupted in this run. */
  readonly #met = new Set<string>()
  /** The frame that is being answered: its kind and its identity. */
  #during: { what: string; which: string } | null = null
  #said = new Map<string, number>()

  constructor(stage: Stage, action: Action, options: WalkOptions, hit: Set<string>, known: Set<string>) {
    this.#stage = stage
    this.#action = action
    this.#options = options
    this.#hit = hit
    this.#known = known
  }

  frame = ({ from, phase, frame }: FrameMoment): boolean => {
    const view = new DataView(frame.buffer, frame.byteOffset)
    const code = frame[3] as keyof typeof messageNames
    if (from === 'card' && phase === 'arrived') {
      const poll = code === messageCode.poll
      this.#during = poll
        ? { what: 'POLL', which: `POLL ${view.getUint32(28)}` }
        : { what: `frame ${view.getUint16(8)}`, which: `${view.getUint32(4)} ${view.getUint16(8)}` }
      this.#said.clear()
    }
    const alive = this.#options.kind !== 'frames' || this.#passes(`${from} ${messageNames[code]} ${phase}`)
    if (from === 'server' && phase === 'passed') this.#during = null
    return alive
  }

  statement = ({ sql, phase }: StatementMoment): boolean => {
    if (this.#options.kind !== 'writes') return true
    const shown = sql.slice(0, sqlShown)
    const times = (this.#said.get(shown) ?? 0) + (phase === 'before' ? 1 : 0)
    this.#said.set(shown, times)
    return this.#passes(`${shown} #${times} ${phase}`)
  }

  #passes(moment: string): boolean {
    const victim = this.#stage.victims[0]!
    const during = victim.port === null ? 'start' : (this.#during?.what ?? 'between frames')
    // Writes between frames come from timers, so their order and number vary.
    const name = during === 'between frames' ? moment.replace(/ #\d+/, '') : moment
    const key = `${this.#action}, ${during}: ${name}`
    this.#known.add(key)
    const { oneIn = 1, most = Infinity, seed } = this.#options
    if (this.#hit.has(key) || this.#hit.size >= most || (oneIn > 1 && numberOf(`${seed} ${key}`) % oneIn !== 0)) return true
    if (this.#during && this.#met.has(this.#during.which)) return true
    if (this.#during) this.#met.add(this.#during.which)
    this.#hit.add(key)
    this.#during = null
    this.#said.clear()
    this.#stage.recovery.killed()
    victim.kill()
    return false
  }
}

const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()
