import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import type { Fleet } from '@simdeck/simulator/fleet.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'

const saveMs = 3_000

/**
 * What the demo's cards are and hold, in a file of the data folder (it has their keys: mode 0600), so that a second start
 * finds the same cards with the same applets.
 */
export class FleetStore {
  readonly #file: string
  #profiles: SimProfile[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'demo-fleet.json')
  }

  load(): SimProfile[] {
    if (existsSync(this.#file)) this.#profiles = JSON.parse(readFileSync(this.#file, 'utf8'), reviveBytes) as SimProfile[]
    return this.#profiles
  }

  save(profiles: SimProfile[]): void {
    this.#profiles = profiles
    const text = JSON.stringify(profiles, (_key, value: unknown) => (value instanceof Uint8Array ? { $hex: toHex(value) } : value))
    writeFileSync(`${this.#file}.new`, text, { mode: 0o600 })
    renameSync(`${this.#file}.new`, this.#file)
  }

  /** Keeps the file in step with the cards until `stop`. */
  follow(fleet: Fleet): { stop: () => void } {
    const write = () => {
      const nvm = fleet.snapshot()
      this.save(this.#profiles.map((profile) => ({ ...profile, nvm: nvm[profile.iccid] ?? profile.nvm })))
    }
    this.#timer = setInterval(write, saveMs)
    return {
      stop: () => {
        clearInterval(this.#timer)
        write()
      },
    }
  }
}

function reviveBytes(_key: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null && '$hex' in value && typeof value.$hex === 'string')
    return Uint8Array.from(fromHex(value.$hex))
  return value
}
