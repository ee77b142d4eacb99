import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { replaceFile } from '@simdeck/server/platform/keep-file.ts'
import type { Fleet } from '@simdeck/simulator/fleet.ts'
import type { NetworkFaults } from './network-faults.ts'
import { SmppServer } from './smpp-server.ts'
import { storeKeySets } from './store-key-sets.ts'

/** The address of the message centre of the demo, which the settings of the demo may use. */
export const demoMessagesRange = '127.0.0.1/32'

const host = '127.0.0.1'
const systemId = 'simdeck-demo'
const faults: NetworkFaults = { lost: 0.02, doubled: 0.05, late: 0.5, latestMs: 3_000 }

/** Port and password of the message centre of a data folder, so that its settings stay valid after a restart. */
type Kept = { port: number; password: string }

interface Options {
  folder: string
  url: string
  accessToken: string
  databaseUrl: string
  masterKey: string
  fleet: Fleet
}

/**
 * Starts the message centre of the demo, in front of the virtual SIMs. It stores the key sets of their cards, and becomes the SMS gateway
 * unless another one is set.
 */
export async function startDemoMessages({ folder, url, accessToken, databaseUrl, masterKey, fleet }: Options): Promise<SmppServer> {
  const file = join(folder, 'demo-messages.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : null
  const password = kept?.password ?? randomBytes(16).toString('hex')
  const iccids = await prepareSims({ databaseUrl, masterKey, fleet })
  const device = (number: string) => {
    const sim = fleet.sim(iccids.get(number) ?? '')
    return sim && ((tpdu: Uint8Array) => sim.receiveMessage(tpdu))
  }
  const start = async (port: number): Promise<[SmppServer, number]> => {
    const centre = new SmppServer({ systemId, password, port, faults, seed: 'demo', device })
    return [centre, await centre.listen()]
  }
  // Another port is chosen if a program uses that of the last start.
  const [centre, port] = await start(kept?.port ?? 0).catch(() => start(0))
  const call = createClient({
    baseUrl: (api: keyof typeof basePaths) => url + basePaths[api],
    headers: () => ({ authorization: `Bearer ${accessToken}` }),
  })
  const { gateway } = await call(endpoints.getSmsGateway, {})
  if (!gateway) {
    const body = { host, port, security: 'none' as const, system_id: systemId, system_type: '', sender: '+81312345678', password }
    await call(endpoints.putSmsGateway, { body })
  } else if (gateway.host === host && gateway.system_id === systemId && gateway.port !== port) {
    const { has_password: _, ...facts } = gateway
    await call(endpoints.putSmsGateway, { body: { ...facts, port, password } })
  }
  replaceFile(file, JSON.stringify({ port, password } satisfies Kept))
  await call(endpoints.logout, {})
  return centre
}

/** Stores the key sets of the cards. Returns the ICCIDs of their SIMs by number. */
async function prepareSims({
  databaseUrl,
  masterKey,
  fleet,
}: Pick<Options, 'databaseUrl' | 'masterKey' | 'fleet'>): Promise<Map<string, string>> {
  const database = openDatabase(databaseUrl, { max: 1 })
  try {
    const cards = fleet.sims.flatMap(({ iccid, card }) => (card.nvm.otaKeySets ?? []).slice(0, 1).map((keySet) => ({ iccid, keySet })))
    await storeKeySets(database, masterKey, cards)
    const { rows } = await database.pool.query<{ iccid: string; msisdn: string }>(
      'select iccid, msisdn from sims where iccid = any($1::text[]) and msisdn is not null',
      [cards.map(({ iccid }) => iccid)],
    )
    return new Map(rows.map(({ iccid, msisdn }) => [msisdn.replace(/^\+/, ''), iccid]))
  } finally {
    await database.close()
  }
}
