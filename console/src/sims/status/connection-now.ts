import { connections } from '@simdeck/contract/sims.ts'
import type { Sim } from '@simdeck/contract/sims.ts'

/** What was online counts as off once the online term has passed since the SIM's last data (specification §4). */
export function connectionNow(sim: Pick<Sim, 'connection' | 'last_poll'>, nowMs: number, onlineTermMinutes: number): Sim['connection'] {
  if (sim.connection !== connections.online) return sim.connection
  const sinceMs = sim.last_poll === null ? Infinity : nowMs - Date.parse(sim.last_poll)
  return sinceMs < onlineTermMinutes * 60_000 ? connections.online : connections.offline
}
