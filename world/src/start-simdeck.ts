import { join } from 'node:path'
import { existsSync, readFileSync } from 'node:fs'
import type { MadeAccount, NewAccount } from '@simdeck/server/auth/first-member.ts'
import type { Config } from '@simdeck/server/config.ts'
import { startEmbeddedPostgres } from '@simdeck/server/platform/db/embedded-postgres.ts'
import { replaceFile } from '@simdeck/server/platform/keep-file.ts'
import { createLog } from '@simdeck/server/platform/log.ts'
import { embeddedMasterKey } from '@simdeck/server/platform/crypto/master-key.ts'
import { startServer } from '@simdeck/server/server.ts'
import { type Fleet, startFleet } from '@simdeck/simulator/fleet.ts'
import { issueDemoCertificates, makeDemoAuthority } from './demo/certificates.ts'
import { startDemoAgents } from './demo/demo-agents.ts'
import { askForDemoApproval } from './demo/approval-campaign.ts'
import { importDemoCells } from './demo/demo-cells.ts'
import { demoCarrierRange, startDemoCarriers } from './demo/demo-carriers.ts'
import { signInDemoMember } from './demo/demo-members.ts'
import { fillPastSignals } from './demo/past-signals.ts'
import { UnfinishedDemo } from './demo/unfinished-demo.ts'
import { fillDemo } from './demo/fill-demo.ts'
import { FleetStore } from './demo/fleet-store.ts'
import { demoMessagesRange, startDemoMessages } from './smpp/demo-messages.ts'

export type Simdeck = {
  url: string
  devicePort: number | null
  metricsPort: number
  fleet: Fleet
  /** Accounts that the first start made, as in `first-accounts.txt` of the data folder; null when members existed already. */
  accounts: string | null
  close: () => Promise<void>
}

/** Starts everything: database, server, console and, unless it is off, the demo fleet. A new database is filled. */
export async function startSimdeck(config: Config, consoleFolder: string): Promise<Simdeck> {
  // People read the output of this process, so it logs less than the server alone (server/src/main.ts).
  const log = createLog(config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL)
  const postgres = config.DATABASE_URL ? null : await startEmbeddedPostgres(config.DATA_DIR)
  const databaseUrl = config.DATABASE_URL ?? postgres!.url
  const masterKey = config.MASTER_KEY ?? embeddedMasterKey(config.DATA_DIR)
  const demo = config.DEMO && config.DEMO_SIMS > 0 && config.SERVICES.includes('device')
  const accountsFile = join(config.DATA_DIR, 'first-accounts.txt')
  const unfinished = new UnfinishedDemo(config.DATA_DIR)
  const server = await startServer({
    config: demo ? forDemo(config) : config,
    databaseUrl,
    masterKey,
    log,
    consoleFolder,
    furtherAccounts: demo ? demoAccounts : [],
    showAccounts(made) {
      if (demo) unfinished.begin(config.DEMO_SIMS)
      replaceFile(accountsFile, made.map(accountLine).join('\n'))
    },
  }).catch(async (error: unknown) => {
    await postgres?.stop()
    throw error
  })
  const url = `http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${server.httpPort}`
  const store = new FleetStore(config.DATA_DIR)
  const sims = demo ? unfinished.pendingSims() : null
  if (sims) {
    store.save(sims.flatMap(({ profile }) => profile ?? []))
    const installation = { databaseUrl, masterKey }
    await importDemoCells(databaseUrl)
    const admin = await signInDemoMember(installation, 'ADMIN')
    if (admin) await fillDemo({ url, ...admin, sims })
    const maker = await signInDemoMember(installation, 'ADMIN')
    if (maker && config.FEATURES.includes('iot-safe')) await makeDemoAuthority({ url, ...maker })
    const [asker, root] = [await signInDemoMember(installation, 'ADMIN'), await signInDemoMember(installation, 'ROOT')]
    if (asker && root) await askForDemoApproval({ url, asker: asker.accessToken, root: root.accessToken, sims })
    unfinished.end()
  }
  const issuer = sims && config.FEATURES.includes('iot-safe') ? await signInDemoMember({ databaseUrl, masterKey }, 'ADMIN') : null
  const operator = demo ? await signInDemoMember({ databaseUrl, masterKey }, 'ADMIN') : null
  // An installation may refuse this sign-in, for example because its members must use a second factor. The accounts then show that nothing answers.
  const carriers =
    operator && (await startDemoCarriers({ folder: config.DATA_DIR, url, accessToken: operator.accessToken }).catch(() => null))
  const closing = new AbortController()
  const profiles = demo ? store.load() : []
  const fleet = startFleet({
    sims: profiles,
    connect: { host: config.HOST, port: server.devicePort ?? 0 },
    speed: config.DEMO_SPEED,
    seed: `${Date.now()}`,
  })
  const texter = demo ? await signInDemoMember({ databaseUrl, masterKey }, 'ADMIN') : null
  const messages =
    texter &&
    (await startDemoMessages({ folder: config.DATA_DIR, url, ...texter, databaseUrl, masterKey, fleet }).catch((error: unknown) => {
      log.warn({ errorName: error instanceof Error ? error.name : '' }, 'the demo has no message centre')
      return null
    }))
  const agency = demo ? await signInDemoMember({ databaseUrl, masterKey }, 'ADMIN') : null
  const door = { host: config.HOST, port: server.scp81Port ?? 0 }
  const agents =
    agency &&
    (await startDemoAgents({ url, ...agency, fleet, profiles, door, speed: config.DEMO_SPEED }).catch((error: unknown) => {
      log.warn({ errorName: error instanceof Error ? error.name : '' }, 'the demo has no admin agents')
      return null
    }))
  // The applets are installed by the fleet, so the certificates follow later. A demo that closes before has none.
  const issuing =
    issuer &&
    issueDemoCertificates({ url, ...issuer }, closing.signal).catch((error: unknown) => {
      if (!closing.signal.aborted) log.warn({ errorName: error instanceof Error ? error.name : '' }, 'the demo has no certificates')
    })
  const past =
    sims &&
    fillPastSignals(databaseUrl, { sims: profiles.length, closing: closing.signal }).catch((error: unknown) => {
      if (!closing.signal.aborted) log.warn({ errorName: error instanceof Error ? error.name : '' }, 'the demo has no past signals')
    })
  const following = profiles.length > 0 ? store.follow(fleet) : null
  return {
    url,
    devicePort: server.devicePort,
    metricsPort: server.metricsPort,
    fleet,
    accounts: existsSync(accountsFile) ? readFileSync(accountsFile, 'utf8') : null,
    async close() {
      closing.abort()
      await issuing
      await past
      fleet.stop()
      agents?.stop()
      following?.stop()
      await server.close()
      await carriers?.[Symbol.asyncDispose]()
      messages?.[Symbol.dispose]()
      await postgres?.stop()
    },
  }
}

/** Permits the addresses of the simulated peers of the demo, and opens an SCP81 port for its admin agents. */
const forDemo = (config: Config): Config => ({
  ...config,
  SCP81_PORT: config.SCP81_PORT ?? 0,
  CARRIER_PRIVATE_RANGES: [...config.CARRIER_PRIVATE_RANGES, demoCarrierRange],
  SMPP_PRIVATE_RANGES: [...config.SMPP_PRIVATE_RANGES, demoMessagesRange],
})

/** A password from the operator (`ROOT_PASSWORD`) is neither shown nor stored. */
const accountLine = ({ role, email, password, generated }: MadeAccount) =>
  `  ${role.padEnd(6)}  ${email}  ${generated ? password : '(ROOT_PASSWORD)'}`

/** Accounts for exploring the demo; unlike ROOT, they need not change their passwords. */
const demoAccounts: readonly NewAccount[] = [
  { email: 'admin@simdeck.example', name: '運用 管理者', role: 'ADMIN' },
  { email: 'member@simdeck.example', name: '閲覧 担当', role: 'MEMBER' },
]
