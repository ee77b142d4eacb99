/** Runs asynchronous work one after the other, in the order of the calls. */
export class Sequence {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work)
    // A failure reaches the caller of its work; the next work does not depend on it.
    this.#last = result.catch(() => undefined)
    return result
  }
}
