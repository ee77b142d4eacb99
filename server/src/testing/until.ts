import { setTimeout as wait } from 'node:timers/promises'

const giveUpAfterMs = 120_000

/** Repeats the call until it returns a result; throws after two minutes without one. */
export async function until<T>(ask: () => Promise<T | null | undefined | false> | T | null | undefined | false): Promise<T> {
  const end = Date.now() + giveUpAfterMs
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer
    if (Date.now() > end) throw new Error(`no result within two minutes: ${ask.toString().slice(0, 200)}`)
    await wait(50)
  }
}
