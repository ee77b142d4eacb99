import { startChild } from './child.ts'
import type { FleetReport, FleetTask } from './fleet-clients.ts'

export type FleetProcess = { pid: number; report: () => Promise<FleetReport>; [Symbol.dispose]: () => void }

/** Virtual SIMs in a process of their own; resolves when they have begun. */
export async function startFleetProcess(task: FleetTask): Promise<FleetProcess> {
  const child = startChild('fleet-clients.ts')
  await child.ask({ task })
  return { ...child, report: () => child.ask<FleetReport>({ report: true }) }
}
