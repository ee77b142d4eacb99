import type { Told } from './sync-queries.ts'
import type { Progress } from './sync-window.ts'

/** Devices that wait for the end of a write; a list is not read further while there are more. */
const maxPending = 2000

/** Writes the parts of a list in their order, each with the progress after it. Parts that arrive during a write are written together. */
export class PartWriter {
  readonly #write: (devices: readonly Told[], progress: Progress | null) => Promise<void>
  #pending: { devices: Told[]; progress: Progress | null } | null = null
  #writing: Promise<void> | null = null
  #failure: { error: unknown } | null = null

  constructor(write: (devices: readonly Told[], progress: Progress | null) => Promise<void>) {
    this.#write = write
  }

  /** Throws the failure of an earlier write. */
  async add(devices: readonly Told[], progress: Progress | null): Promise<void> {
    this.#pending = { devices: [...(this.#pending?.devices ?? []), ...devices], progress }
    if (this.#pending.devices.length > maxPending) await this.#writing
    this.#throwFailure()
    if (this.#writing === null) this.#begin()
  }

  /** Writes the rest. Throws the failure of a write. */
  async end(): Promise<void> {
    await this.#writing
    this.#throwFailure()
    this.#begin()
    await this.#writing
    this.#throwFailure()
  }

  #begin(): void {
    if (!this.#pending) return
    const { devices, progress } = this.#pending
    this.#pending = null
    this.#writing = this.#write(devices, progress)
      .catch((error: unknown) => void (this.#failure = { error }))
      .finally(() => void (this.#writing = null))
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error
  }
}
