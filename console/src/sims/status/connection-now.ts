import { connections } from '@simdeck/contract/sims.ts'
import type { Sim } from '@simdeck/contract/sims.ts'

/** Current connection of a SIM. Online becomes off when the SIM has sent no data for the online term (specification §4). */
export function connectionNow(sim: Pick<Sim, 'connection' | 'last_poll'>, nowMs: number, onlineTermMinutes: number): Sim['connection'] {
  if (sim.connection !== connections.online) return sim.connection
  const sinceMs = sim.last_poll === null ? Infinity : nowMs - Date.parse(sim.last_poll)
  return sinceMs < onlineTermMinutes * 60_000 ? connections.online : connections.offline
}
