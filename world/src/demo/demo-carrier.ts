import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { replaceFile } from '@simdeck/server/platform/keep-file.ts'
import { noFaults } from '../carriers/jasper-faults.ts'
import { JasperServer } from '../carriers/jasper-server.ts'

/** The address of the carrier of the demo, which accounts of the demo may use. */
export const demoCarrierRange = '127.0.0.1/32'

const name = 'Jasper（デモ）'
const username = 'simdeck-demo'
const callsPerSecond = 20
const pageSize = 100

/** Port and API key of the carrier of a data folder, so that its account stays valid after a restart. */
type Kept = { port: number; apiKey: string }

/**
 * Starts the carrier of the demo, with the jasper SIMs as they are here, some refusals and lost answers. Its account is added, or changed if
 * the carrier is elsewhere now.
 */
export async function startDemoCarrier(options: { folder: string; url: string; accessToken: string }): Promise<JasperServer> {
  const file = join(options.folder, 'demo-carrier.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : null
  const apiKey = kept?.apiKey ?? randomBytes(16).toString('hex')
  const carrier = await startAt(apiKey, kept?.port ?? 0)
  carrier.faults = { ...noFaults, refusals: 0.02, lostAnswers: 0.01 }
  const call = createClient({
    baseUrl: (api: keyof typeof basePaths) => options.url + basePaths[api],
    headers: () => ({ authorization: `Bearer ${options.accessToken}` }),
  })
  for (let pageIndex = 0, seen = 0; ; pageIndex++) {
    const { data, totalItems } = await call(endpoints.listSims, {
      query: { cm_platform: 'jasper', sort: 'iccid:ASC', take: pageSize, pageIndex },
    })
    for (const { iccid, status } of data) carrier.devices.add(iccid, status)
    seen += data.length
    if (data.length === 0 || seen >= totalItems) break
  }
  const account = (await call(endpoints.listConnectors, {})).find((one) => one.name === name)
  const body = { name, baseUrl: carrier.url, username, callsPerSecond, apiKey }
  if (!account) await call(endpoints.createConnector, { body: { platform: 'jasper', ...body } })
  else if (account.baseUrl !== carrier.url) await call(endpoints.updateConnector, { params: { id: account.id }, body })
  replaceFile(file, JSON.stringify({ port: Number(new URL(carrier.url).port), apiKey } satisfies Kept))
  await call(endpoints.logout, {})
  return carrier
}

/** Another port is chosen if a program uses that of the last start. */
const startAt = (apiKey: string, port: number): Promise<JasperServer> =>
  JasperServer.start({ username, apiKey, callsPerSecond, port }).catch(() => JasperServer.start({ username, apiKey, callsPerSecond }))
