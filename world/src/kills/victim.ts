import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NodeProcess, spawnNode } from '../testing/server-process.ts'

const script = join(import.meta.dirname, 'held-server.ts')
/** A node under test that is killed repeatedly. Another process replaces it after each kill, as under a supervisor. */
export class Victim {
  readonly #env: Record<string, string>
  readonly #held: NodeProcess[] = []
  #now: NodeProcess
  readonly #killed = new Set<NodeProcess>()
  #stopped = false
  #port: number | null = null
  #ready: Promise<void>
  /** Number of processes so far, including the current one. */
  lives = 0
  /** Output of processes that ended without being killed. */
  readonly faults: string[] = []

  /** `spares` further processes load their modules and wait, since loading takes longer than starting. */
  constructor(env: Record<string, string>, spares: number) {
    this.#env = { NODE_COMPILE_CACHE: join(tmpdir(), 'simdeck-compile-cache'), PORT: '0', DEVICE_PORT: '0', ...env }
    this.#now = this.#hold()
    for (let n = 0; n < spares; n++) this.#held.push(this.#hold())
    this.#ready = this.#live()
  }

  /** Device port of the node; null while no process is ready. */
  get port(): number | null {
    return this.#port
  }

  /** Resolves when the current process or its replacement is ready. */
  get ready(): Promise<void> {
    return this.#ready
  }

  /** Kills the current process by `kill -9`. */
  kill(): void {
    const child = this.#now
    if (this.#killed.has(child)) return
    this.#killed.add(child)
    this.#port = null
    this.#ready = child.kill().then(() => this.#ready)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([this.#now, ...this.#held].map((child) => child.kill()))
  }

  #hold(): NodeProcess {
    return spawnNode(script, this.#env)
  }

  async #live(): Promise<void> {
    this.lives++
    const child = this.#now
    void child.dead.then(() => {
      if (!this.#killed.has(child) && !this.#stopped) this.faults.push(child.output())
      this.#rise()
    })
    try {
      await child.line('held')
      child.tell('go\n')
      const { devicePort } = JSON.parse(await child.line('"msg":"ready"')) as { devicePort: number }
      if (this.#now === child) this.#port = devicePort
    } catch {
      // The process was killed before it was ready; its replacement continues.
    }
    if (this.#now !== child) await this.#ready
  }

  #rise(): void {
    this.#port = null
    if (this.#stopped) return
    this.#now = this.#held.shift() ?? this.#hold()
    this.#held.push(this.#hold())
    this.#ready = this.#live()
  }
}
