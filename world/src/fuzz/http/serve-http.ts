import { randomBytes } from 'node:crypto'
import { readConfig } from '@simdeck/server/config.ts'
import { createLog } from '@simdeck/server/platform/log.ts'
import { startServer } from '@simdeck/server/server.ts'

/** What the server's process tells the one who fuzzes it. `delay`: nothing else ran for so long, of which it computed so much. */
export type ServerNews = { kind: 'ready'; port: number; masterKey: string } | { kind: 'delay'; at: number; ms: number; usedMs: number }

const lookMs = 20
/** Shorter ones are not told. */
const leastMs = 50

const tell = (news: ServerNews) => process.send?.(news)

/** Of this thread alone: a busy machine holds up every process, and ciphers of other threads hold up none. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const masterKey = randomBytes(32).toString('hex')
const databaseUrl = process.argv[2] ?? ''
const config = readConfig({
  DATABASE_URL: databaseUrl,
  MASTER_KEY: masterKey,
  PORT: '0',
  DEVICE_PORT: '0',
  METRICS_PORT: '0',
  ROOT_PASSWORD: 'Initial-root-1',
  SERVICES: 'console,ota',
  // Addresses made up by the fuzzer, so that the limits per address do not hide what lies behind them.
  TRUST_PROXY: '127.0.0.1',
  OVERLOAD_MS: '60000',
  // Nobody listens there, and no mail leaves the machine.
  SMTP_URL: 'smtp://127.0.0.1:1?security=none',
})
const log = createLog('error', { write: (line: string) => void process.stderr.write(line) })
const server = await startServer({ config, databaseUrl, masterKey, log, consoleFolder: null, tellAccounts: () => undefined })
let last = { at: performance.now(), used: usedMs() }
setInterval(() => {
  const now = { at: performance.now(), used: usedMs() }
  const ms = now.at - last.at - lookMs
  if (ms > leastMs) tell({ kind: 'delay', at: Date.now(), ms, usedMs: now.used - last.used })
  last = now
}, lookMs)
tell({ kind: 'ready', port: server.httpPort, masterKey })
process.once('disconnect', () => process.exit())
