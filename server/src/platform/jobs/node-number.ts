import { randomInt } from 'node:crypto'
import { AdvisoryLocks } from '../db/advisory-locks.ts'
import { nodeLocks } from './queries.ts'

const maxNumber = 2 ** 31 - 1

/**
 * The number under which this node claims stored jobs. The node holds the advisory lock of its number as long as it runs, so that other
 * nodes notice its death immediately. After a lost connection it takes another number, since other nodes may have claimed its jobs.
 */
export class NodeNumber {
  readonly #locks: AdvisoryLocks
  #number = randomInt(1, maxNumber)

  constructor(databaseUrl: string, onLost: () => void) {
    this.#locks = new AdvisoryLocks(databaseUrl, nodeLocks, () => {
      this.#number = randomInt(1, maxNumber)
      onLost()
    })
  }

  /** Takes the lock of the number, unless this node has it, and returns the number. Rejects while the database cannot be reached. */
  async acquire(): Promise<number> {
    const number = this.#number
    if (await this.#locks.take(number)) return number
    // Another node has this number, or the connection was lost meanwhile.
    if (number === this.#number) this.#number = randomInt(1, maxNumber)
    return this.acquire()
  }

  /** True as long as the lock of that number has not been lost. */
  isOwn(number: number): boolean {
    return number === this.#number
  }

  close(): Promise<void> {
    return this.#locks.close()
  }
}
