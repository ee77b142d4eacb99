import { refusedCode } from '@simdeck/contract/traces.ts'
import type { RawLogRow } from './batch/raw-log-rows.ts'

/** Source of a refused frame: the SIM that it names, otherwise the address of the peer. Neither is verified. */
export type RefusedOf = { simId: number } | { address: string }

type Minute = { of: RefusedOf; at: Date; bytes: number; frames: number; reasons: Map<string, number> }

const minuteMs = 60_000
/** Limit of SIMs and addresses per minute. All further frames are counted in one row without a source. */
const maxSources = 10_000

/** Counts frames that got no answer, or only the correct counter, in one row per source and minute (OTA protocol §5.8). */
export class RefusedFrames {
  readonly #minutes = new Map<string, Minute>()

  count(of: RefusedOf, reason: string, bytes: number, at: Date): void {
    const key = 'simId' in of ? String(of.simId) : of.address
    const source = this.#minutes.has(key) || this.#minutes.size < maxSources ? of : { address: '' }
    const name = source === of ? key : ''
    const minute = this.#minutes.get(name) ?? { of: source, at, bytes: 0, frames: 0, reasons: new Map<string, number>() }
    this.#minutes.set(name, minute)
    minute.frames += 1
    minute.bytes += bytes
    minute.reasons.set(reason, (minute.reasons.get(reason) ?? 0) + 1)
  }

  /** Rows of past minutes, whose counts are final. */
  take(now: Date): RawLogRow[] {
    const rows: RawLogRow[] = []
    for (const [key, minute] of this.#minutes) {
      if (now.getTime() - minute.at.getTime() < minuteMs) continue
      this.#minutes.delete(key)
      rows.push(rowOf(minute))
    }
    return rows
  }

  /** All rows, including those of the current minute. */
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
