import { startChild } from './child.ts'
import type { FleetReport, FleetTask } from './fleet-clients.ts'

export type FleetProcess = { pid: number; report: () => Promise<FleetReport>; [Symbol.dispose]: () => void }

/** Starts virtual SIMs in a separate process; resolves once they run. */
export async function startFleetProcess(task: FleetTask): Promise<FleetProcess> {
  const child = startChild('fleet-clients.ts')
  await child.ask({ task })
  return { ...child, report: () => child.ask<FleetReport>({ report: true }) }
}
