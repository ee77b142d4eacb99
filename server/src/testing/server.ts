import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import type { Api } from '@simdeck/contract/endpoint.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { RoleName } from '@simdeck/contract/permissions.ts'
import { makeAccount, type MadeAccount } from '../auth/first-member.ts'
import { readConfig } from '../config.ts'
import { type Db, openDatabase } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'
import { type RunningServer, startServer } from '../server.ts'
import { makeDatabase } from './databases.ts'

export type TestCall = ReturnType<typeof createClient>

export type TestServer = AsyncDisposable & {
  url: string
  devicePort: number
  /** 0 without `EST_PORT`. */
  estPort: number
  /** 0 without `SCP81_PORT`. */
  scp81Port: number
  metricsUrl: string
  databaseUrl: string
  masterKey: string
  /** The server's database, for rows that no API shows. */
  db: Db
  /** The complete process log. */
  logged: () => string
  /** The typed client of a new member with that role. `renews`: signs in again after its session ends, for long tests. */
  signIn: (role: RoleName, language?: Language, renews?: boolean) => Promise<TestCall & { accessToken: string; email: string }>
  anonymous: TestCall
  /** The ROOT account of the first start, with its password. */
  firstRoot: { email: string; password: string }
}

/**
 * A complete server on its own database, on loopback ports chosen by the system. By default it uses the PostgreSQL of the tests. `make`
 * creates the database, by default an empty one of the newest version.
 */
export async function startTestServer(
  env: Record<string, string> = {},
  consoleFolder: string | null = null,
  postgresUrl: string = inject('postgresUrl'),
  make: typeof makeDatabase = makeDatabase,
): Promise<TestServer> {
  const database = await make(postgresUrl)
  const masterKey = randomBytes(32).toString('hex')
  const lines: string[] = []
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  // The worker of a test also reads and compiles modules, which must not count as overload of the server.
  const ports = {
    PORT: '0',
    DEVICE_PORT: '0',
    METRICS_PORT: '0',
    OVERLOAD_MS: '60000',
    SMTP_PRIVATE_RANGES: '127.0.0.0/8',
    SYSLOG_PRIVATE_RANGES: '127.0.0.0/8',
    SMPP_PRIVATE_RANGES: '127.0.0.0/8',
  }
  const config = readConfig({ ...ports, DATABASE_URL: database.url, MASTER_KEY: masterKey, ROOT_PASSWORD: 'Initial-root-1', ...env })
  let firstAccounts: readonly MadeAccount[] = []
  const server: RunningServer = await startServer({
    config,
    databaseUrl: database.url,
    masterKey,
    log,
    consoleFolder,
    showAccounts: (made) => (firstAccounts = made),
  })
  const inspection = openDatabase(database.url, { max: 2 })
  const url = `http://127.0.0.1:${server.httpPort}`
  const baseUrl = (api: Api) => url + basePaths[api]
  const anonymous = createClient({ baseUrl, headers: () => ({}) })

  return {
    url,
    devicePort: server.devicePort ?? 0,
    estPort: server.estPort ?? 0,
    scp81Port: server.scp81Port ?? 0,
    metricsUrl: `http://127.0.0.1:${server.metricsPort}/metrics`,
    databaseUrl: database.url,
    masterKey,
    db: inspection.db,
    logged: () => lines.join(''),
    anonymous,
    firstRoot: firstAccounts[0]!,
    async signIn(role, language = 'en', renews = false) {
      const email = `${role.toLowerCase()}-${randomBytes(4).toString('hex')}@example.com`
      const { password } = await makeAccount(inspection.db, { email, name: role, role })
      const logIn = async () => tokensOf(await anonymous(endpoints.login, { body: { email, password } })).accessToken
      const accessToken = await logIn()
      let current = accessToken
      const renew = async () => {
        current = await logIn()
        return true
      }
      const headers = () => ({ authorization: `Bearer ${current}`, 'accept-language': language })
      const call = createClient({ baseUrl, headers, ...(renews && { renew }) })
      return Object.assign(call, { accessToken, email })
    },
    async [Symbol.asyncDispose]() {
      await inspection.close()
      await server.close()
      await database.drop()
    },
  }
}
