import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { type MadeAccount, makeAccount } from '@simdeck/server/auth/first-member.ts'
import { ConfigError, readConfig } from '@simdeck/server/config.ts'
import { openDatabase } from '@simdeck/server/db/database.ts'
import { startEmbeddedPostgres } from '@simdeck/server/db/embedded-postgres.ts'
import { createLog } from '@simdeck/server/log.ts'
import { embeddedMasterKey } from '@simdeck/server/master-key.ts'
import { startServer } from '@simdeck/server/server.ts'
import { startFleet } from '@simdeck/simulator/fleet.ts'
import { builtConsole } from './console-build.ts'
import { FleetStore } from './demo/fleet-store.ts'
import { seedDemo } from './demo/seed.ts'
import { demoSims } from './demo/sims.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function start(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL)
  const consoleFolder = process.env['CONSOLE_DIST'] ?? (await builtConsole())
  const postgres = config.DATABASE_URL ? null : await startEmbeddedPostgres(config.DATA_DIR)
  const databaseUrl = config.DATABASE_URL ?? postgres!.url
  const masterKey = config.MASTER_KEY ?? embeddedMasterKey(config.DATA_DIR)
  const server = await startServer({ config, databaseUrl, masterKey, log, consoleFolder })
  const url = `http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${server.httpPort}`

  const accountsFile = join(config.DATA_DIR, 'first-accounts.txt')
  const store = new FleetStore(config.DATA_DIR)
  if (server.firstRoot) {
    const accounts = [server.firstRoot]
    if (config.DEMO && config.DEMO_SIMS > 0) {
      accounts.push(...(await makeDemoAccounts(databaseUrl)))
      const sims = demoSims(config.DEMO_SIMS)
      store.save(sims.flatMap(({ profile }) => profile ?? []))
      await seedDemo({ url, ...server.firstRoot, sims })
    }
    writeFileSync(accountsFile, accounts.map(accountLine).join('\n'), { mode: 0o600 })
  }
  const profiles = config.DEMO && server.devicePort !== null ? store.load() : []
  const fleet = startFleet({
    sims: profiles,
    connect: { host: config.HOST, port: server.devicePort ?? 0 },
    speed: config.DEMO_SPEED,
    seed: `${Date.now()}`,
  })
  const kept = profiles.length > 0 ? store.follow(fleet) : null

  say(`\nSimdeck is ready: ${url}`)
  say(`Device port ${server.devicePort ?? 'off'}, metrics http://127.0.0.1:${server.metricsPort}/metrics`)
  if (profiles.length > 0) say(`${profiles.length} virtual SIMs poll, ${config.DEMO_SPEED} times faster than real ones would`)
  if (existsSync(accountsFile)) say(`First accounts (${accountsFile}):\n${readFileSync(accountsFile, 'utf8')}`)

  closeWithGrace({ delay: 10_000 }, async ({ err }) => {
    if (err) log.error({ errorName: err.name, stack: err.stack }, 'stopping after a failure')
    fleet.stop()
    kept?.stop()
    await server.close()
    await postgres?.stop()
  })
}

const accountLine = ({ role, email, password }: MadeAccount) => `  ${role.padEnd(6)}  ${email}  ${password}`

async function makeDemoAccounts(databaseUrl: string): Promise<MadeAccount[]> {
  const database = openDatabase(databaseUrl, { max: 1 })
  try {
    return [
      await makeAccount(database.db, { email: 'admin@simdeck.example', name: '運用 管理者', role: 'ADMIN' }),
      await makeAccount(database.db, { email: 'member@simdeck.example', name: '閲覧 担当', role: 'MEMBER' }),
    ]
  } finally {
    await database.close()
  }
}

try {
  await start()
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
}
