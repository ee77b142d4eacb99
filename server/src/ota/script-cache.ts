import { toHex } from '@simdeck/protocol/bytes.ts'
import type { WrappedScript } from '@simdeck/protocol/ota/script.ts'
import { sessionExpiryMs } from '@simdeck/protocol/ota/server-state.ts'

type Entry = { script: WrappedScript; octets: number; usedAtMs: number }

/** What a command takes besides its octets: the plain one, its place in the channel, the objects around them. */
const commandOverhead = 400

const memoryOf = ({ commands }: WrappedScript): number => commands.reduce((sum, { length }) => sum + length + commandOverhead, 0)

/**
 * The wrapped scripts of sessions that go on here, in so many octets of memory. When it is full, a new one is not kept and is built
 * again for each of its frames: pushing out one that is in use would have all of them built again.
 */
export class ScriptCache {
  readonly #limit: number
  readonly #nowMs: () => number
  /** The one that was used last stands last. */
  readonly #entries = new Map<string, Entry>()
  #octets = 0

  constructor(limit: number, nowMs: () => number = Date.now) {
    this.#limit = limit
    this.#nowMs = nowMs
  }

  get(id: Uint8Array): WrappedScript | null {
    const key = toHex(id)
    const entry = this.#entries.get(key)
    if (!entry) return null
    this.#entries.delete(key)
    this.#entries.set(key, { ...entry, usedAtMs: this.#nowMs() })
    return entry.script
  }

  keep(script: WrappedScript): void {
    const key = toHex(script.id)
    if (this.#entries.has(key)) return
    const usedAtMs = this.#nowMs()
    this.#forgetBefore(usedAtMs - sessionExpiryMs)
    const octets = memoryOf(script)
    if (this.#octets + octets > this.#limit) return
    this.#entries.set(key, { script, octets, usedAtMs })
    this.#octets += octets
  }

  /** Their sessions are over. */
  #forgetBefore(ms: number): void {
    for (const [key, { octets, usedAtMs }] of this.#entries) {
      if (usedAtMs >= ms) return
      this.#entries.delete(key)
      this.#octets -= octets
    }
  }
}
