import { setConnection } from '../../ui/frame/connection.ts'

/** A gap shorter than this is not worth a warning: until then the indicator says that it connects. */
const warnAfterMs = 5000

/** One gap in the connection after the other, and what the indicator says meanwhile. */
export class Gap {
  #since: number | null = null
  #retryAt: number | null = null
  #timer: number | undefined

  /** Not connected; the next attempt begins then. */
  waiting(retryAt: number): void {
    this.#begin(retryAt)
  }

  /** Not connected; an attempt runs. */
  trying(): void {
    this.#begin(null)
  }

  /** Connected again; what changed meanwhile is being asked for. */
  catchingUp(): void {
    window.clearTimeout(this.#timer)
    if (this.#since !== null) setConnection({ is: 'catchingUp', since: this.#since })
  }

  /** Everything that is shown is current. */
  closed(): void {
    this.#since = null
    window.clearTimeout(this.#timer)
    setConnection({ is: 'live' })
  }

  /** The connection is not wanted any more. */
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
