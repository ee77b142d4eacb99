import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '@simdeck/server/platform/keep-file.ts'
import { readJson, writeJson } from './bytes-json.ts'
import { type DemoSim, demoSims } from './sims.ts'

/**
 * The SIMs that the demo is being filled with, in a file of the data folder (it has their keys: mode 0600) from the first start until
 * the demo is whole: a start after one that was killed goes on with the same SIMs.
 */
export class DemoFilling {
  readonly #file: string

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'demo-filling.json')
  }

  begin(count: number): void {
    replaceFile(this.#file, writeJson(demoSims(count)))
  }

  /** The SIMs of a filling that has not ended; null when there is none. */
  underWay(): DemoSim[] | null {
    return existsSync(this.#file) ? (readJson(readFileSync(this.#file, 'utf8')) as DemoSim[]) : null
  }

  end(): void {
    rmSync(this.#file, { force: true })
  }
}
