import { setTimeout as wait } from 'node:timers/promises'
import { isTransient } from '../platform/db/database.ts'

const retryMs = 500

/** Repeats the operation while the database is unavailable, for at most `ms` milliseconds; then rejects with the last error. */
export async function retryWhileUnavailable<Answer>(ms: number, operation: () => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + ms
  for (;;) {
    try {
      return await operation()
    } catch (error) {
      if (!isTransient(error) || performance.now() + retryMs > until) throw error
      await wait(retryMs)
    }
  }
}
