import { ApiError } from '@simdeck/contract/errors.ts'
import { Sequence } from '../platform/sequence.ts'

type Checked<Result> = Result & { at: Date }
type Step<Result> = { result: Promise<Checked<Result>>; endedMs: number | null }

/** The steps that may be under way or wait. A console asks for one at a time. */
const maxOpen = 16
const sharedMs = 10_000

/** Steps of a check, one at a time. Calls for the same step share its result until a few seconds after its end. */
export class ChainCheck<Result extends object> {
  readonly #check: (after: number) => Promise<Result>
  readonly #steps = new Sequence()
  readonly #known = new Map<number, Step<Result>>()

  constructor(check: (after: number) => Promise<Result>) {
    this.#check = check
  }

  /** Rejects with `ApiError('tooManyRequests')` if too many other steps wait. */
  async run(after: number): Promise<Checked<Result>> {
    const nowMs = Date.now()
    for (const [key, { endedMs }] of this.#known) if (endedMs !== null && nowMs - endedMs >= sharedMs) this.#known.delete(key)
    const known = this.#known.get(after)
    if (known) return known.result
    if (this.#known.values().reduce((open, { endedMs }) => open + (endedMs === null ? 1 : 0), 0) >= maxOpen)
      throw new ApiError('tooManyRequests', { retryAfterSeconds: 5 })
    const result = this.#steps.run(async () => ({ ...(await this.#check(after)), at: new Date() }))
    const step: Step<Result> = { result, endedMs: null }
    this.#known.set(after, step)
    result.then(
      () => (step.endedMs = Date.now()),
      () => this.#known.delete(after),
    )
    return result
  }
}
