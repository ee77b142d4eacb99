import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Answer, Figures, QuestionName, Questions, Report, WorkerOptions } from './messages.ts'

/** `after` calls `act` once, unless the returned function is called before. Times are in milliseconds. */
export type Clock = { now: () => number; after: (ms: number, act: () => void) => () => void }

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms).unref()
    return () => clearTimeout(timer)
  },
}

export type ThreadOptions = { file: URL; databaseUrl: string; log: Logger; clock: Clock; onEnd: () => void }

/** The outcome of a question: its answer, or the name of the error why there is none. */
export type Outcome<Name extends QuestionName> = { answer: Questions[Name]['answer']; asOf: Date | null } | { failed: string }

/** The time after which a question without an answer has failed. */
const answerMs = 10_000
/** The time after which a thread that sends no figures has failed. */
const silentMs = 60_000

const noFigures: Figures = { sims: 0, bytes: 0, lagMs: 0 }

/** The thread that holds the index of the SIM list. */
export class IndexThread {
  readonly #options: ThreadOptions
  readonly #worker: Worker
  readonly #waiting = new Map<number, (outcome: Answer | { failed: string }) => void>()
  #lastId = 0
  #lastMessageAt: number
  #isLoaded = false
  #isFailing = false
  #figures = noFigures

  constructor(options: ThreadOptions) {
    const { file, databaseUrl, clock, log } = options
    this.#options = options
    this.#lastMessageAt = clock.now()
    this.#worker = new Worker(file, {
      name: 'fleet-index',
      workerData: { databaseUrl } satisfies WorkerOptions,
      // Reading all SIMs leaves garbage, whose memory V8 would keep without limits. The index itself is outside the heap.
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
    })
    this.#worker.on('message', (message: Answer | Report) => this.#receive(message))
    this.#worker.on('error', (error: Error) => log.error({ errorName: error.name }, 'the index of the SIM list failed'))
    this.#worker.once('exit', () => this.#ended())
  }

  get figures(): Figures {
    return this.#figures
  }

  /** True while the thread reports that it cannot read the database. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  /** True if the data are loaded and the thread has shown within ten seconds that it runs. */
  get isReady(): boolean {
    return this.#isLoaded && this.#silence < answerMs
  }

  /** True if the thread has sent nothing for a minute. */
  get isHung(): boolean {
    return this.#silence >= silentMs
  }

  get #silence(): number {
    return this.#options.clock.now() - this.#lastMessageAt
  }

  async ask<Name extends QuestionName>(name: Name, ask: Questions[Name]['ask']): Promise<Outcome<Name>> {
    const id = ++this.#lastId
    const outcome = await new Promise<Answer | { failed: string }>((resolve) => {
      const stop = this.#options.clock.after(answerMs, () => this.#resolve(id, { failed: 'NoAnswer' }))
      this.#waiting.set(id, (given) => {
        stop()
        resolve(given)
      })
      this.#worker.postMessage({ id, name, ask })
    })
    return outcome as Outcome<Name>
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #receive(message: Answer | Report): void {
    const { log, clock } = this.#options
    this.#lastMessageAt = clock.now()
    if ('id' in message) this.#resolve(message.id, message)
    else if ('loadedMs' in message) {
      this.#isLoaded = true
      log.info({ ms: message.loadedMs }, 'the index of the SIM list is loaded')
    } else if ('figures' in message) this.#figures = message.figures
    else {
      this.#isFailing = message.failed !== null
      if (message.failed === null) log.info('the index of the SIM list follows the database again')
      else log.warn({ errorName: message.failed }, 'the index of the SIM list cannot follow the database')
    }
  }

  #resolve(id: number, outcome: Answer | { failed: string }): void {
    const resolve = this.#waiting.get(id)
    this.#waiting.delete(id)
    resolve?.(outcome)
  }

  #ended(): void {
    this.#isLoaded = false
    for (const id of this.#waiting.keys()) this.#resolve(id, { failed: 'ThreadEnded' })
    this.#options.onEnd()
  }
}
