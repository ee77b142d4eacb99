import { type AccountRow, callsAtOnce } from './accounts-queries.ts'

/** Calls that wait for each other, so that no account is asked more than a few at a time. */
export class CallLine {
  readonly #open = new Map<number, Set<Promise<unknown>>>()

  /** Makes the call once the account may be asked. */
  async run<Result>(account: AccountRow, call: () => Promise<Result>): Promise<Result> {
    const open = this.#open.get(account.id) ?? new Set()
    this.#open.set(account.id, open)
    while (open.size >= callsAtOnce(account)) await Promise.race(open)
    const answer = call()
    const ended = answer.then(
      () => undefined,
      () => undefined,
    )
    open.add(ended)
    try {
      return await answer
    } finally {
      open.delete(ended)
    }
  }
}
