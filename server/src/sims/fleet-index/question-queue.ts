import { ApiError } from '@simdeck/contract/errors.ts'
import { indexText } from './text.ts'

/** The person or program that asks. `gone` is aborted when the client no longer waits for the answer. */
export type Asker = { key: string; gone: AbortSignal }

/** The number of questions that run at once, in total and for each asker, and the number that may wait for each asker. */
export type QueueLimits = { atOnce: number; perAsker: number; waitingPerAsker: number }

/** The failure of a question whose client no longer waits. No client reads it. */
export class ClientGone extends Error {
  readonly statusCode = 499
}

type Waiting = { start: () => void }

/** Runs a few questions at once. Askers take turns, so that many questions of one asker do not delay those of others. */
export class QuestionQueue {
  readonly #limits: QueueLimits
  /** The waiting questions by asker. The asker whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #runningOf = new Map<string, number>()
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#waiting.values().reduce((sum, { length }) => sum + length, 0)
  }

  /** Rejects with `ApiError('tooManyRequests')` if too many questions of the asker wait, and with `ClientGone`. */
  async run<Result>(asker: Asker, ask: () => Promise<Result>): Promise<Result> {
    await this.#turnOf(asker)
    try {
      return await ask()
    } finally {
      this.#end(asker.key)
    }
  }

  #turnOf({ key, gone }: Asker): Promise<void> {
    return new Promise((resolve, reject) => {
      if (gone.aborted) return reject(new ClientGone())
      const own = this.#waiting.get(key) ?? []
      const leave = () => {
        own.splice(own.indexOf(question), 1)
        if (own.length === 0) this.#waiting.delete(key)
        reject(new ClientGone())
      }
      const question = {
        start() {
          gone.removeEventListener('abort', leave)
          resolve()
        },
      }
      gone.addEventListener('abort', leave, { once: true })
      own.push(question)
      this.#waiting.set(key, own)
      this.#startNext()
      if (own.length <= this.#limits.waitingPerAsker) return
      own.pop()
      gone.removeEventListener('abort', leave)
      reject(new ApiError('tooManyRequests', { detail: indexText.tooManyWaiting, retryAfterSeconds: 5 }))
    })
  }

  #startNext(): void {
    while (this.#running < this.#limits.atOnce) {
      const next = this.#waiting.entries().find(([key]) => (this.#runningOf.get(key) ?? 0) < this.#limits.perAsker)
      if (!next) return
      const [key, own] = next
      const question = own.shift()!
      this.#waiting.delete(key)
      if (own.length > 0) this.#waiting.set(key, own)
      this.#running++
      this.#runningOf.set(key, (this.#runningOf.get(key) ?? 0) + 1)
      question.start()
    }
  }

  #end(key: string): void {
    const left = this.#runningOf.get(key)! - 1
    if (left > 0) this.#runningOf.set(key, left)
    else this.#runningOf.delete(key)
    this.#running--
    this.#startNext()
  }
}
