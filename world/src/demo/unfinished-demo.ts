import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '@simdeck/server/platform/keep-file.ts'
import { readJson, writeJson } from './bytes-json.ts'
import { type DemoSim, demoSims } from './sims.ts'

/**
 * File with the SIMs of an unfinished demo, in the data folder (mode 0600, since it contains their keys). It exists from the first start
 * until the demo is complete, so that a start after a crash continues with the same SIMs.
 */
export class UnfinishedDemo {
  readonly #file: string

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'demo-filling.json')
  }

  begin(count: number): void {
    replaceFile(this.#file, writeJson(demoSims(count)))
  }

  /** SIMs of an unfinished filling; null when there is none. */
  pendingSims(): DemoSim[] | null {
    return existsSync(this.#file) ? (readJson(readFileSync(this.#file, 'utf8')) as DemoSim[]) : null
  }

  end(): void {
    rmSync(this.#file, { force: true })
  }
}
