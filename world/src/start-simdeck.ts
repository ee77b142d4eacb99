import { join } from 'node:path'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type MadeAccount, makeAccount } from '@simdeck/server/auth/first-member.ts'
import type { Config } from '@simdeck/server/config.ts'
import { openDatabase } from '@simdeck/server/db/database.ts'
import { startEmbeddedPostgres } from '@simdeck/server/db/embedded-postgres.ts'
import { createLog } from '@simdeck/server/log.ts'
import { embeddedMasterKey } from '@simdeck/server/master-key.ts'
import { startServer } from '@simdeck/server/server.ts'
import { type Fleet, startFleet } from '@simdeck/simulator/fleet.ts'
import { FleetStore } from './demo/fleet-store.ts'
import { seedDemo } from './demo/seed.ts'
import { demoSims } from './demo/sims.ts'

export type Simdeck = {
  url: string
  devicePort: number | null
  metricsPort: number
  fleet: Fleet
  /** The accounts that the first start made, as `first-accounts.txt` of the data folder keeps them; null when there were members already. */
  accounts: string | null
  close: () => Promise<void>
}

/** Everything in one process tree: database, server, console and, unless it is off, the demo fleet; filled when the database is new. */
export async function startSimdeck(config: Config, consoleFolder: string): Promise<Simdeck> {
  // People read this process's output; the server on its own (server/src/main.ts) logs every start.
  const log = createLog(config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL)
  const postgres = config.DATABASE_URL ? null : await startEmbeddedPostgres(config.DATA_DIR)
  const databaseUrl = config.DATABASE_URL ?? postgres!.url
  const masterKey = config.MASTER_KEY ?? embeddedMasterKey(config.DATA_DIR)
  const server = await startServer({ config, databaseUrl, masterKey, log, consoleFolder }).catch(async (error: unknown) => {
    await postgres?.stop()
    throw error
  })
  const url = `http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${server.httpPort}`
  const demo = config.DEMO && config.DEMO_SIMS > 0 && server.devicePort !== null

  const accountsFile = join(config.DATA_DIR, 'first-accounts.txt')
  const store = new FleetStore(config.DATA_DIR)
  if (server.firstRoot) {
    const demoAccounts = demo ? await makeDemoAccounts(databaseUrl) : null
    const accounts = [server.firstRoot, ...(demoAccounts ? [demoAccounts.admin, demoAccounts.member] : [])]
    mkdirSync(config.DATA_DIR, { recursive: true })
    writeFileSync(accountsFile, accounts.map(accountLine).join('\n'), { mode: 0o600 })
    if (demoAccounts) {
      const sims = demoSims(config.DEMO_SIMS)
      store.save(sims.flatMap(({ profile }) => profile ?? []))
      await seedDemo({ url, ...demoAccounts.admin, sims })
    }
  }
  const profiles = demo ? store.load() : []
  const fleet = startFleet({
    sims: profiles,
    connect: { host: config.HOST, port: server.devicePort ?? 0 },
    speed: config.DEMO_SPEED,
    seed: `${Date.now()}`,
  })
  const kept = profiles.length > 0 ? store.follow(fleet) : null
  return {
    url,
    devicePort: server.devicePort,
    metricsPort: server.metricsPort,
    fleet,
    accounts: existsSync(accountsFile) ? readFileSync(accountsFile, 'utf8') : null,
    async close() {
      fleet.stop()
      kept?.stop()
      await server.close()
      await postgres?.stop()
    },
  }
}

/** A password that the operator gave (`ROOT_PASSWORD`) is neither shown nor kept. */
const accountLine = ({ role, email, password, generated }: MadeAccount) =>
  `  ${role.padEnd(6)}  ${email}  ${generated ? password : '(ROOT_PASSWORD)'}`

/** For looking around: unlike the printed ROOT password theirs need not be changed. */
async function makeDemoAccounts(databaseUrl: string): Promise<{ admin: MadeAccount; member: MadeAccount }> {
  const database = openDatabase(databaseUrl, { max: 1 })
  try {
    return {
      admin: await makeAccount(database.db, { email: 'admin@simdeck.example', name: '運用 管理者', role: 'ADMIN' }),
      member: await makeAccount(database.db, { email: 'member@simdeck.example', name: '閲覧 担当', role: 'MEMBER' }),
    }
  } finally {
    await database.close()
  }
}
