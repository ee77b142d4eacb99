import { randomBytes } from 'node:crypto'
import { readConfig } from '@simdeck/server/config.ts'
import { createLog } from '@simdeck/server/platform/log.ts'
import { startServer } from '@simdeck/server/server.ts'

/** Messages of the server's process. `delay`: nothing else ran for `ms`, of which the thread computed for `usedMs`. */
export type ServerNews = { kind: 'ready'; port: number; masterKey: string } | { kind: 'delay'; at: number; ms: number; usedMs: number }

const checkMs = 20
/** Shorter delays are not reported. */
const minDelayMs = 50

const send = (news: ServerNews) => process.send?.(news)

/** Processor time of this thread alone: a busy machine delays every process, and ciphers of other threads delay none. */
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
  // The fuzzer invents the addresses of callers, so that the limits per address do not hide later code.
  TRUST_PROXY: '127.0.0.1',
  OVERLOAD_MS: '60000',
  // No server listens at this address, so no mail leaves the machine.
  SMTP_URL: 'smtp://127.0.0.1:1?security=none',
})
const log = createLog('error', { write: (line: string) => void process.stderr.write(line) })
const server = await startServer({ config, databaseUrl, masterKey, log, consoleFolder: null, showAccounts: () => undefined })
let last = { at: performance.now(), used: usedMs() }
setInterval(() => {
  const now = { at: performance.now(), used: usedMs() }
  const ms = now.at - last.at - checkMs
  if (ms > minDelayMs) send({ kind: 'delay', at: Date.now(), ms, usedMs: now.used - last.used })
  last = now
}, checkMs)
send({ kind: 'ready', port: server.httpPort, masterKey })
process.once('disconnect', () => process.exit())
