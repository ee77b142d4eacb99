import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from './bench.ts'

const askEveryMs = 250

/** Requests pages of the SIM list, as a console does, and records the durations in milliseconds. */
export function listAsker({ call }: Pick<Bench, 'call'>) {
  const times: number[] = []
  const ask = async () => {
    const startedAt = performance.now()
    await call(endpoints.listSims, { query: { pageIndex: times.length % 10 } })
    times.push(performance.now() - startedAt)
  }
  return {
    times,
    ask,
    /** Requests a page four times a second until the work is done, and returns the durations meanwhile. */
    async meanwhile<T>(work: () => Promise<T>): Promise<{ done: T; times: number[] }> {
      const from = times.length
      let isOver = false
      const asking = (async () => {
        while (!isOver) {
          const nextAt = performance.now() + askEveryMs
          await ask()
          await pause(Math.max(0, nextAt - performance.now()))
        }
      })()
      try {
        return { done: await work(), times: times.slice(from) }
      } finally {
        isOver = true
        await asking
      }
    },
  }
}
