import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from './bench.ts'

const withIndex = { FLEET_INDEX_FROM: '1' }

export type Start = {
  /** From the start of the process, in milliseconds. */
  readyMs: number
  answeredMs: number
  loadedMs: number
  /** The duration of the load of the index, as the server logs it. */
  loadMs: number
}

/** Starts a server, requests a list at once, and waits until its index is loaded. */
export async function startIndexed(bench: Bench): Promise<Start> {
  await bench.restart(withIndex)
  const elapsed = () => performance.now() - bench.startedAt()
  const readyMs = elapsed()
  await bench.call(endpoints.listSims, { query: { sort: 'iccid:ASC' } })
  const answeredMs = elapsed()
  const { ms: loadMs } = JSON.parse(await bench.logLine('the index of the SIM list is loaded')) as { ms: number }
  return { readyMs, answeredMs, loadedMs: elapsed(), loadMs }
}
