import { setConnection } from '../../ui/frame/connection.ts'

/** Duration from which a gap shows a warning; until then the indicator shows "connecting". */
const warnAfterMs = 5000

/** Gaps in the websocket connection, and the state that the indicator shows meanwhile. */
export class Gap {
  #since: number | null = null
  #retryAt: number | null = null
  #timer: number | undefined

  /** Not connected; the next attempt starts at `retryAt`. */
  waiting(retryAt: number): void {
    this.#begin(retryAt)
  }

  /** Not connected; an attempt runs. */
  trying(): void {
    this.#begin(null)
  }

  /** Connected again; the changes of the gap are being loaded. */
  catchingUp(): void {
    window.clearTimeout(this.#timer)
    if (this.#since !== null) setConnection({ is: 'catchingUp', since: this.#since })
  }

  /** All shown data is current. */
  closed(): void {
    this.#since = null
    window.clearTimeout(this.#timer)
    setConnection({ is: 'live' })
  }

  /** The connection is no longer wanted. */
  end(): void {
    this.#since = null
    window.clearTimeout(this.#timer)
    setConnection({ is: 'connecting' })
  }

  #begin(retryAt: number | null): void {
    this.#since ??= Date.now()
    this.#retryAt = retryAt
    window.clearTimeout(this.#timer)
    this.#say()
  }

  #say(): void {
    const since = this.#since
    if (since === null) return
    const graceMs = since + warnAfterMs - Date.now()
    if (graceMs > 0) {
      setConnection({ is: 'connecting' })
      this.#timer = window.setTimeout(() => this.#say(), graceMs)
    } else {
      setConnection({ is: navigator.onLine ? 'stopped' : 'offline', since, retryAt: this.#retryAt })
    }
  }
}
