import { randomInt } from 'node:crypto'

const minuteMs = 60_000
/** Requests of one client, and of all, that a node answers within a minute. */
const perClient = 20
const ofAll = 3_000
/** Clients that are told to come back do so within this time, not all at once. */
const spreadSeconds = 60

/** Limits the requests of EST by client and in all. The counts of a minute are forgotten with its end. */
export class RequestLimit {
  #minute = 0
  #all = 0
  readonly #byClient = new Map<string, number>()

  /** Counts a request. Null if it is allowed; otherwise the seconds after which the client may come back. */
  count(client: string, now = Date.now()): number | null {
    const minute = Math.floor(now / minuteMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#all = 0
      this.#byClient.clear()
    }
    const left = Math.ceil(((minute + 1) * minuteMs - now) / 1000)
    if (this.#all >= ofAll) return left + randomInt(spreadSeconds)
    const own = this.#byClient.get(client) ?? 0
    if (own >= perClient) return left
    this.#byClient.set(client, own + 1)
    this.#all += 1
    return null
  }
}
