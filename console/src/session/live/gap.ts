import { setConnection } from '../../ui/frame/connection.ts'

/** Duration of a gap after which a warning is shown. Until then the indicator shows "connecting". */
const warnAfterMs = 5000

/** A gap in the websocket connection. It sets the state that the indicator shows. */
export class Gap {
  #since: number | null = null
  #retryAt: number | null = null
  #timer: number | undefined

  /** There is no connection. The next attempt starts at `retryAt`. */
  waiting(retryAt: number): void {
    this.#begin(retryAt)
  }

  /** There is no connection. An attempt is running. */
  trying(): void {
    this.#begin(null)
  }

  /** The connection is restored. The changes made during the gap are being loaded: `left` of `of` answers are missing. */
  catchingUp(left: number, of: number): void {
    window.clearTimeout(this.#timer)
    if (this.#since !== null) setConnection({ is: 'catchingUp', since: this.#since, left, of })
  }

  /** All shown data is current. */
  closed(): void {
    this.#since = null
    window.clearTimeout(this.#timer)
    setConnection({ is: 'live' })
  }

  /** The user no longer needs a connection. */
  end(): void {
    this.#since = null
    window.clearTimeout(this.#timer)
    setConnection({ is: 'connecting' })
  }

  #begin(retryAt: number | null): void {
    this.#since ??= Date.now()
    this.#retryAt = retryAt
    window.clearTimeout(this.#timer)
    this.#publish()
  }

  #publish(): void {
    const since = this.#since
    if (since === null) return
    // Without a network there is nothing to wait for.
    const graceMs = navigator.onLine ? since + warnAfterMs - Date.now() : 0
    if (graceMs > 0) {
      setConnection({ is: 'connecting' })
      this.#timer = window.setTimeout(() => this.#publish(), graceMs)
    } else {
      setConnection({ is: navigator.onLine ? 'stopped' : 'offline', since, retryAt: this.#retryAt })
    }
  }
}
