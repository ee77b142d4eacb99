import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NodeProcess, spawnNode } from '../testing/server-process.ts'

const script = join(import.meta.dirname, 'preloaded-server.ts')

/** A node under test that is killed repeatedly. Another process replaces it after each kill, as under a supervisor. */
export class NodeUnderTest {
  readonly #env: Record<string, string>
  readonly #spares: NodeProcess[] = []
  #current: NodeProcess
  readonly #killed = new Set<NodeProcess>()
  #stopped = false
  #port: number | null = null
  #ready: Promise<void>
  /** Number of processes so far, including the current one. */
  processCount = 0
  /** Output of processes that ended without being killed. */
  readonly faults: string[] = []

  /** `spares` further processes load their modules and wait, since loading takes longer than starting. */
  constructor(env: Record<string, string>, spares: number) {
    this.#env = { NODE_COMPILE_CACHE: join(tmpdir(), 'simdeck-compile-cache'), PORT: '0', DEVICE_PORT: '0', ...env }
    this.#current = this.#preload()
    for (let n = 0; n < spares; n++) this.#spares.push(this.#preload())
    this.#ready = this.#startServing()
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
    const child = this.#current
    if (this.#killed.has(child)) return
    this.#killed.add(child)
    this.#port = null
    this.#ready = child.kill().then(() => this.#ready)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([this.#current, ...this.#spares].map((child) => child.kill()))
  }

  #preload(): NodeProcess {
    return spawnNode(script, this.#env)
  }

  async #startServing(): Promise<void> {
    this.processCount++
    const child = this.#current
    void child.dead.then(() => {
      if (!this.#killed.has(child) && !this.#stopped) this.faults.push(child.output())
      this.#replaceProcess()
    })
    try {
      await child.line('modules loaded')
      child.write('go\n')
      const { devicePort } = JSON.parse(await child.line('"msg":"ready"')) as { devicePort: number }
      if (this.#current === child) this.#port = devicePort
    } catch {
      // The process was killed before it was ready; its replacement continues.
    }
    if (this.#current !== child) await this.#ready
  }

  #replaceProcess(): void {
    this.#port = null
    if (this.#stopped) return
    this.#current = this.#spares.shift() ?? this.#preload()
    this.#spares.push(this.#preload())
    this.#ready = this.#startServing()
  }
}
