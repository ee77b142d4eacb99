/** Runs asynchronous operations one after the other, in the order of the calls. */
export class Sequence {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(operation)
    // A failure reaches the caller of the operation; the next operation does not depend on it.
    this.#last = result.catch(() => undefined)
    return result
  }
}
