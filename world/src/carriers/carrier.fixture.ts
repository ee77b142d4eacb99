import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { wakeAtCommit } from '@simdeck/server/platform/jobs/queue.ts'
import type { TestCall, TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { CarrierServer } from './carrier-server.ts'
import type { CarrierPlatform } from './dialects.ts'

export const apiKey = 'f0e1d2c3-b4a5-4697-8899-aabbccddeeff'
const username = 'simdeck-operator'
/** The environment of a server that may call a carrier on this machine. */
export const carrierEnvironment = { CARRIER_PRIVATE_RANGES: '127.0.0.0/8' }

/** The environment of a node that runs the tasks and the synchronisation of an installation. */
export const nodeEnvironment = ({ databaseUrl, masterKey }: TestServer) => ({
  DATABASE_URL: databaseUrl,
  MASTER_KEY: masterKey,
  PORT: '0',
  DEVICE_PORT: '0',
  SERVICES: 'ota,jobs',
  ...carrierEnvironment,
})

export const startCarrier = (options: { platform?: CarrierPlatform; callsPerSecond?: number } = {}): Promise<CarrierServer> =>
  CarrierServer.start({ platform: 'jasper', username, apiKey, ...options })

export const addAccount = (
  call: TestCall,
  baseUrl: string,
  more: { platform?: CarrierPlatform; name?: string; callsPerSecond?: number } = {},
) =>
  call(endpoints.createConnector, {
    body: { platform: 'jasper', name: 'Control Center', baseUrl, username, apiKey, callsPerSecond: 1000, ...more },
  })

/** Makes the accounts, the requests and the tasks due that wait for a later time, as if that time had come. */
export async function letTimePass({ db }: TestServer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const past = new Date(Date.now() - 60_000)
    await trx.updateTable('connector_accounts').set({ closed_until: past }).where('closed_until', 'is not', null).execute()
    await trx.updateTable('status_requests').set({ leased_until: past }).where('leased_until', 'is not', null).execute()
    await trx.updateTable('queued_jobs').set({ run_at: past }).where('queue', '=', 'tasks').where('run_at', '>', past).execute()
    await wakeAtCommit(trx, 'tasks')
  })
}

let made = 0
/** Adds SIMs here and, with the same status since `changedAt`, at the carrier. Returns their ids. */
export async function addFleet(
  server: TestServer,
  carrier: CarrierServer,
  size: number,
  status: SimStatus,
  changedAt?: number,
): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < size; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, size - from) }, () => ({
      iccid: `8981400000${String(made++).padStart(9, '0')}`,
      cm_platform: carrier.platform,
      status,
    }))
    for (const { iccid } of rows) carrier.devices.add(iccid, status, changedAt)
    const added = await server.db.insertInto('sims').values(rows).returning('id').execute()
    ids.push(...added.map(({ id }) => id))
  }
  return ids
}

export async function changeAll(call: TestCall, simIds: readonly number[], status: SimStatus): Promise<Task> {
  const { id: selectionId } = await call(endpoints.createSimSelection, { body: { simIds: [...simIds] } })
  return call(endpoints.setStatuses, { body: { selectionId, status } })
}

/** The task at its end; throws after a minute in which no SIM got a result. */
export async function ended(call: TestCall, id: number): Promise<Task> {
  for (let done = -1; ;) {
    const task = await until(async () => {
      const now = await call(endpoints.getTask, { params: { id } })
      return (now.finishedAt !== null || now.done > done) && now
    })
    if (task.finishedAt !== null) return task
    done = task.done
  }
}

/** The SIMs whose status here differs from that at the carrier. */
export async function differing(server: TestServer, carrier: CarrierServer): Promise<string[]> {
  const sims = await server.db.selectFrom('sims').select(['iccid', 'status']).where('cm_platform', '=', carrier.platform).execute()
  return sims.filter(({ iccid, status }) => carrier.devices.get(iccid)?.status !== status).map(({ iccid }) => iccid)
}

/** The changes that the carrier was asked for more than once, although it had made or refused them. */
export function askedAgain(carrier: CarrierServer): string[] {
  const asked = carrier.asked.map(({ iccid, status }) => `${iccid} ${status}`)
  const once = new Set<string>()
  return asked.filter((one) => once.has(one) || !once.add(one))
}
