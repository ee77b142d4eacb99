import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const main = join(import.meta.dirname, '../../../server/src/main.ts')

export type ServerProcess = { pid: number; httpPort: number; devicePort: number; kill: () => Promise<void>; output: () => string }

/** The server as a process of its own, as it runs in production; resolves when it is ready. */
export async function spawnServer(env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], SERVICES: 'ota,device,jobs', METRICS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const ready = new Promise<{ httpPort: number; devicePort: number }>((done, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        if (line.includes('"msg":"ready"')) done(JSON.parse(line) as { httpPort: number; devicePort: number })
      })
    }
    child.once('exit', (code) => failed(new Error(`the server ended (${code}):\n${lines.join('\n')}`)))
  })
  const ports = await ready
  return {
    pid: child.pid!,
    httpPort: ports.httpPort,
    devicePort: ports.devicePort,
    kill: () => killed(child),
    output: () => lines.join('\n'),
  }
}

/** `kill -9`, and wait until it is dead. */
function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', () => done())
    child.kill('SIGKILL')
  })
}
