import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '@simdeck/server/platform/keep-file.ts'
import type { Fleet } from '@simdeck/simulator/fleet.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'
import { readJson, writeJson } from './bytes-json.ts'

const saveMs = 3_000

/**
 * Profiles and memory of the demo's cards, in a file of the data folder (mode 0600, since it contains their keys), so that the next start
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
    if (existsSync(this.#file)) this.#profiles = readJson(readFileSync(this.#file, 'utf8')) as SimProfile[]
    return this.#profiles
  }

  save(profiles: SimProfile[]): void {
    this.#profiles = profiles
    replaceFile(this.#file, writeJson(profiles))
  }

  /** Saves the state of the cards regularly until `stop`. */
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
