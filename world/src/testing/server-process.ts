import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** As the scripts of package.json have it. */
const flags = ['--max-semi-space-size=8']
export const serverScript = join(import.meta.dirname, '../../../server/src/main.ts')

export type ServerProcess = { pid: number; httpPort: number; devicePort: number; kill: () => Promise<void>; output: () => string }

/** The server as a process of its own, as it runs in production; resolves when it is ready. */
export async function spawnServer(env: Record<string, string>): Promise<ServerProcess> {
  const child = spawnNode(serverScript, env)
  const ready = JSON.parse(await child.line('"msg":"ready"')) as { httpPort: number; devicePort: number }
  const { pid, kill, output } = child
  return { pid, httpPort: ready.httpPort, devicePort: ready.devicePort, kill, output }
}

export type NodeProcess = {
  pid: number
  /** The first line that holds such a text, said or yet to be said; rejects when the process ends before. */
  line: (text: string) => Promise<string>
  tell: (text: string) => void
  /** `kill -9`; resolves when it is dead. */
  kill: () => Promise<void>
  /** Resolves when it is dead, by whatever. */
  dead: Promise<void>
  output: () => string
}

/** A script in a process of its own, with the environment of a server. */
export function spawnNode(script: string, env: Record<string, string>): NodeProcess {
  const child = spawn(process.execPath, [...flags, script], {
    env: { PATH: process.env['PATH'], SERVICES: 'ota,device,jobs', METRICS_PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const heard = new EventEmitter()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      heard.emit('line', line)
    })
  }
  const dead = new Promise<void>((done) => child.once('exit', () => done()))
  child.stdin.on('error', () => undefined)
  const output = () => lines.join('\n')
  return {
    pid: child.pid!,
    line: (text) =>
      new Promise((done, failed) => {
        const said = lines.find((line) => line.includes(text))
        if (said) return done(said)
        const listen = (line: string) => {
          if (!line.includes(text)) return
          heard.off('line', listen)
          done(line)
        }
        heard.on('line', listen)
        void dead.then(() => failed(new Error(`the server ended (${child.exitCode ?? child.signalCode}):\n${output()}`)))
      }),
    tell: (text) => void child.stdin.write(text),
    kill: () => {
      child.kill('SIGKILL')
      return dead
    },
    dead,
    output,
  }
}
