import { toHex } from '@simdeck/protocol/bytes.ts'
import type { WrappedScript } from '@simdeck/protocol/ota/script.ts'
import { sessionExpiryMs } from '@simdeck/protocol/ota/server-state.ts'

type Entry = { script: WrappedScript; octets: number; usedAtMs: number }

/** Memory of a command besides its octets: its plain form, its index in the channel and the objects. */
const commandOverhead = 400

const memoryOf = ({ commands }: WrappedScript): number => commands.reduce((sum, { length }) => sum + length + commandOverhead, 0)

/**
 * Cache for the wrapped scripts of the running sessions of this node, with a limit in octets. A full cache does not accept a new script,
 * which is then built again for each of its frames. Evicting scripts that are in use would cause all of them to be built again.
 */
export class ScriptCache {
  readonly #limit: number
  readonly #nowMs: () => number
  /** In order of use; the most recently used script is last. */
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

  add(script: WrappedScript): void {
    const key = toHex(script.id)
    if (this.#entries.has(key)) return
    const usedAtMs = this.#nowMs()
    this.#forgetBefore(usedAtMs - sessionExpiryMs)
    const octets = memoryOf(script)
    if (this.#octets + octets > this.#limit) return
    this.#entries.set(key, { script, octets, usedAtMs })
    this.#octets += octets
  }

  /** Removes the scripts of ended sessions. */
  #forgetBefore(ms: number): void {
    for (const [key, { octets, usedAtMs }] of this.#entries) {
      if (usedAtMs >= ms) return
      this.#entries.delete(key)
      this.#octets -= octets
    }
  }
}
