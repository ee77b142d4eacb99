import { setTimeout as wait } from 'node:timers/promises'
import { isTransient } from '../platform/db/database.ts'

const againMs = 500

/** Does the work again as long as the database is away, at most for so many milliseconds; rejects as it did the last time. */
export async function whileAway<Answer>(ms: number, work: () => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + ms
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || performance.now() + againMs > until) throw error
      await wait(againMs)
    }
  }
}
