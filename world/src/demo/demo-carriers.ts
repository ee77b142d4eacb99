import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { replaceFile } from '@simdeck/server/platform/keep-file.ts'
import { noFaults } from '../carriers/carrier-faults.ts'
import { CarrierServer } from '../carriers/carrier-server.ts'

/** The address of the carriers of the demo, which accounts of the demo may use. */
export const demoCarrierRange = '127.0.0.1/32'

const username = 'simdeck-demo'
const callsPerSecond = 20
const pageSize = 100

/** The platforms, the name of each account, and the file of the data folder that keeps port and API key of its carrier. */
const carriers = [
  { platform: 'jasper', name: 'Jasper（デモ）', file: 'demo-carrier.json' },
  { platform: 'ntt', name: 'NTT（デモ）', file: 'demo-carrier-ntt.json' },
] as const
type DemoCarrier = (typeof carriers)[number]

/** Port and API key of the carrier of a data folder, so that its account stays valid after a restart. */
type Kept = { port: number; apiKey: string }
type Call = ReturnType<typeof createClient>

/**
 * Starts the carriers of the demo, each with the SIMs of its platform as they are here, some refusals and lost answers. Their accounts are
 * added, or changed if a carrier is elsewhere now.
 */
export async function startDemoCarriers(options: { folder: string; url: string; accessToken: string }): Promise<AsyncDisposable> {
  const call = createClient({
    baseUrl: (api: keyof typeof basePaths) => options.url + basePaths[api],
    headers: () => ({ authorization: `Bearer ${options.accessToken}` }),
  })
  const started = new AsyncDisposableStack()
  try {
    for (const carrier of carriers) await startDemoCarrier(call, options.folder, carrier, started)
    await call(endpoints.logout, {})
    return started
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function startDemoCarrier(
  call: Call,
  folder: string,
  { platform, name, file }: DemoCarrier,
  started: AsyncDisposableStack,
): Promise<void> {
  const path = join(folder, file)
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : null
  const apiKey = kept?.apiKey ?? randomBytes(16).toString('hex')
  const carrier = started.use(await startAt(platform, apiKey, kept?.port ?? 0))
  carrier.faults = { ...noFaults, refusals: 0.02, lostAnswers: 0.01 }
  for (let pageIndex = 0, seen = 0; ; pageIndex++) {
    const { data, totalItems } = await call(endpoints.listSims, {
      query: { cm_platform: platform, sort: 'iccid:ASC', take: pageSize, pageIndex },
    })
    for (const { iccid, status } of data) carrier.devices.add(iccid, status)
    seen += data.length
    if (data.length === 0 || seen >= totalItems) break
  }
  const account = (await call(endpoints.listConnectors, {})).find((one) => one.name === name)
  const body = { name, baseUrl: carrier.url, username, callsPerSecond, apiKey }
  if (!account) await call(endpoints.createConnector, { body: { platform, ...body } })
  else if (account.baseUrl !== carrier.url) await call(endpoints.updateConnector, { params: { id: account.id }, body })
  replaceFile(path, JSON.stringify({ port: Number(new URL(carrier.url).port), apiKey } satisfies Kept))
}

/** Another port is chosen if a program uses that of the last start. */
async function startAt(platform: DemoCarrier['platform'], apiKey: string, port: number): Promise<CarrierServer> {
  const options = { platform, username, apiKey, callsPerSecond }
  return CarrierServer.start({ ...options, port }).catch(() => CarrierServer.start(options))
}
