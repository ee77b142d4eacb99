import type { DevicePage } from './carrier-apis/carrier-api.ts'
import type { Window } from './carrier-apis/windows.ts'

type Part = DevicePage & { window: Window; askedAt: Date }

/** Devices of a list that are read one part after the other: most lists end before, and no carrier is asked for a part beyond its end. */
const firstDevices = 200

type Source = { windowAfter: (read: number) => Window; part: (window: Window) => Promise<DevicePage> }

/** Asks for the parts of a long list before they are needed, a few at a time. */
export class ReadAhead {
  readonly #source: Source
  readonly #atOnce: number
  readonly #open = new Set<Promise<unknown>>()
  /** The parts that follow each other after `#read` devices. */
  #asked: { window: Window; part: Promise<Part> }[] = []
  #read = 0

  constructor(source: Source, atOnce: number) {
    this.#source = source
    this.#atOnce = atOnce
  }

  /** True if the part after that many devices was asked for already. */
  has(read: number): boolean {
    return this.#asked.length > 0 && this.#read === read
  }

  /** The part after that many devices. `mayAsk`: parts behind it are asked for. */
  async next(read: number, mayAsk: boolean): Promise<Part> {
    if (!this.has(read)) {
      this.#asked = []
      await this.end()
    }
    const wanted = mayAsk && read >= firstDevices ? this.#atOnce : 1
    while (this.#asked.length < wanted) this.#ask(this.#asked.at(-1)?.window.to ?? read)
    const [{ window, part }, ...others] = this.#asked as [{ window: Window; part: Promise<Part> }]
    this.#asked = others
    this.#read = window.to
    return part
  }

  /** Waits for the answers that nothing needs. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#open)
  }

  #ask(read: number): void {
    const window = this.#source.windowAfter(read)
    const askedAt = new Date()
    const part = this.#source.part(window).then((page) => ({ ...page, window, askedAt }))
    this.#asked.push({ window, part })
    // The failure is thrown where the part is needed.
    const open = part.catch(() => undefined).finally(() => this.#open.delete(open))
    this.#open.add(open)
  }
}
