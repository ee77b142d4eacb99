import { refusedCode } from '@simdeck/contract/traces.ts'
import type { RawLogRow } from './batch/raw-log-rows.ts'

/** Who a refused frame is counted for: the SIM that it names, else the address that it came from. Neither is proven. */
export type RefusedOf = { simId: number } | { address: string }

type Minute = { of: RefusedOf; at: Date; bytes: number; frames: number; reasons: Map<string, number> }

const minuteMs = 60_000
/** Beyond so many SIMs and addresses in a minute, the rest is counted in one row without either. */
const mostKeys = 10_000

/** Counts frames that got no answer, or none but a corrected counter: a row per SIM or address and minute (OTA protocol §5.8). */
export class RefusedFrames {
  readonly #minutes = new Map<string, Minute>()

  count(of: RefusedOf, reason: string, bytes: number, at: Date): void {
    const key = 'simId' in of ? String(of.simId) : of.address
    const who = this.#minutes.has(key) || this.#minutes.size < mostKeys ? of : { address: '' }
    const name = who === of ? key : ''
    const minute = this.#minutes.get(name) ?? { of: who, at, bytes: 0, frames: 0, reasons: new Map<string, number>() }
    this.#minutes.set(name, minute)
    minute.frames += 1
    minute.bytes += bytes
    minute.reasons.set(reason, (minute.reasons.get(reason) ?? 0) + 1)
  }

  /** The rows of minutes that are over, which are counted no further. */
  take(now: Date): RawLogRow[] {
    const rows: RawLogRow[] = []
    for (const [key, minute] of this.#minutes) {
      if (now.getTime() - minute.at.getTime() < minuteMs) continue
      this.#minutes.delete(key)
      rows.push(rowOf(minute))
    }
    return rows
  }

  /** Every row there is, whether its minute is over or not. */
  takeAll(): RawLogRow[] {
    const rows = [...this.#minutes.values()].map(rowOf)
    this.#minutes.clear()
    return rows
  }
}

function rowOf({ of, at, bytes, frames, reasons }: Minute): RawLogRow {
  const address = 'address' in of ? { address: of.address } : {}
  return {
    at,
    sim_id: 'simId' in of ? of.simId : null,
    session_id: 0,
    sequence: 0,
    job_id: null,
    direction: 'card',
    code: refusedCode,
    bytes,
    fields: { frames, ...Object.fromEntries(reasons), ...address },
    commands: [],
  }
}
