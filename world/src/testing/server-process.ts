import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The same flags as in the scripts of package.json. */
const flags = ['--max-semi-space-size=8']
export const serverScript = join(import.meta.dirname, '../../../server/src/main.ts')

export type ServerProcess = { httpPort: number; devicePort: number; metricsPort: number } & Pick<
  NodeProcess,
  'pid' | 'line' | 'kill' | 'output'
>

/** Starts the server in its own process, as in production; resolves when it is ready. */
export async function spawnServer(env: Record<string, string>): Promise<ServerProcess> {
  const child = spawnNode(serverScript, env)
  const ready = JSON.parse(await child.line('"msg":"ready"')) as Record<'httpPort' | 'devicePort' | 'metricsPort', number>
  const { pid, line, kill, output } = child
  const { httpPort, devicePort, metricsPort } = ready
  return { pid, httpPort, devicePort, metricsPort, line, kill, output }
}

export type NodeProcess = {
  pid: number
  /** First line of the output, past or future, that contains the text; rejects when the process ends first. */
  line: (text: string) => Promise<string>
  write: (text: string) => void
  /** Kills the process by `kill -9`; resolves when it is dead. */
  kill: () => Promise<void>
  /** Resolves when the process is dead for any reason. */
  dead: Promise<void>
  output: () => string
}

/** Runs a script in its own process, with the environment of a server. */
export function spawnNode(script: string, env: Record<string, string>, options: { args?: string[]; cwd?: string } = {}): NodeProcess {
  const child = spawn(process.execPath, [...flags, script, ...(options.args ?? [])], {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], SERVICES: 'ota,device,jobs', METRICS_PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const lineEvents = new EventEmitter()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      lineEvents.emit('line', line)
    })
  }
  const dead = new Promise<void>((done) => child.once('exit', () => done()))
  // A killed process closes the pipe that it does not read any more.
  child.stdin.on('error', () => undefined)
  const output = () => lines.join('\n')
  return {
    pid: child.pid!,
    line: (text) =>
      new Promise((done, failed) => {
        const found = lines.find((line) => line.includes(text))
        if (found) return done(found)
        const listen = (line: string) => {
          if (!line.includes(text)) return
          lineEvents.off('line', listen)
          done(line)
        }
        lineEvents.on('line', listen)
        void dead.then(() => failed(new Error(`the server ended (${child.exitCode ?? child.signalCode}):\n${output()}`)))
      }),
    write: (text) => void child.stdin.write(text),
    kill: () => {
      child.kill('SIGKILL')
      return dead
    },
    dead,
    output,
  }
}
