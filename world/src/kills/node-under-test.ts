import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NodeProcess, spawnNode } from '../testing/server-process.ts'

const script = join(import.meta.dirname, 'preloaded-server.ts')

type Ports = { devicePort: number; httpPort: number }

/** A node under test that is killed repeatedly. Another process replaces it after each kill, as under a supervisor. */
export class NodeUnderTest {
  readonly #env: Record<string, string>
  readonly #spares: NodeProcess[] = []
  #current: NodeProcess
  readonly #killed = new Set<NodeProcess>()
  #stopped = false
  #ports: Ports | null = null
  #ready: Promise<void>
  /** Number of processes so far, including the current one. */
  processCount = 0
  /** Number of frames of cards that the node has got. */
  frames = 0
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
    return this.#ports?.devicePort ?? null
  }

  /** Port of the APIs; null while no process is ready. */
  get httpPort(): number | null {
    return this.#ports?.httpPort ?? null
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
    this.#ports = null
    // A stopped node has no replacement.
    const ready: Promise<void> = child.kill().then(() => (this.#ready === ready ? undefined : this.#ready))
    this.#ready = ready
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
      const { devicePort, httpPort } = JSON.parse(await child.line('"msg":"ready"')) as Ports
      if (this.#current === child) this.#ports = { devicePort, httpPort }
    } catch {
      // The process was killed before it was ready; its replacement continues.
    }
    if (this.#current !== child) await this.#ready
  }

  #replaceProcess(): void {
    this.#ports = null
    if (this.#stopped) return
    this.#current = this.#spares.shift() ?? this.#preload()
    this.#spares.push(this.#preload())
    this.#ready = this.#startServing()
  }
}
