import { writeSync } from 'node:fs'
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { ConfigError, readConfig } from './config.ts'
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts'
import { createLog } from './platform/log.ts'
import { embeddedMasterKey } from './platform/crypto/master-key.ts'
import { startServer } from './server.ts'

// Starts the server alone, as in production; `npm start` adds the demo to it.
try {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL)
  const postgres = config.DATABASE_URL ? null : await startEmbeddedPostgres(config.DATA_DIR)
  const server = await startServer({
    config,
    log,
    databaseUrl: config.DATABASE_URL ?? postgres!.url,
    masterKey: config.MASTER_KEY ?? embeddedMasterKey(config.DATA_DIR),
    consoleFolder: config.SERVICES.includes('console') ? join(import.meta.dirname, '../../console/dist') : null,
    showAccounts(made) {
      const lines = made
        .filter(({ generated }) => generated)
        .map(({ email, password }) => `First account: ${email}  password: ${password}\n`)
      // The write is synchronous: the accounts are committed only after their passwords are shown.
      if (lines.length > 0) writeSync(process.stdout.fd, lines.join(''))
    },
  })
  const { httpPort, devicePort, estPort, scp81Port, metricsPort } = server
  log.info({ httpPort, devicePort, ...(estPort !== null && { estPort }), ...(scp81Port !== null && { scp81Port }), metricsPort }, 'ready')
  closeWithGrace({ delay: 10_000 }, async () => {
    await server.close()
    await postgres?.stop()
  })
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
  process.exit(1)
}
