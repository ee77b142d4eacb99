import type { CountedFilter, ValueCount } from '@simdeck/contract/sim-counts.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { MapCount, MapGrid } from '../sql/map-grid.ts'
import type { CodedField, Share } from '../sql/shares.ts'

/** The data that the worker needs at its start. */
export type WorkerOptions = { databaseUrl: string }

export type PageQuestion = { filter: SimFilter; sort: string | undefined; skip: number; take: number }

/** The questions to the worker, and its answers. */
export type Questions = {
  page: { ask: PageQuestion; answer: { ids: number[]; total: number } }
  find: { ask: { typed: string; take: number }; answer: number[] }
  values: { ask: { filter: SimFilter; of: CountedFilter; max: number }; answer: ValueCount[] }
  /** Times in microseconds since 1970. */
  polls: { ask: { filter: SimFilter; times: readonly number[] }; answer: number[] }
  /** The answer has a number for each of the first filters, as many as could be counted in the time, and at least one. */
  counts: { ask: { filters: readonly SimFilter[]; ms: number }; answer: number[] }
  shares: { ask: { filter: SimFilter; of: readonly CodedField[] }; answer: Share[] }
  /** Descending values of RSRP in dBm. */
  signals: { ask: { filter: SimFilter; starts: readonly number[] }; answer: number[] }
  map: { ask: { filter: SimFilter; grid: MapGrid }; answer: MapCount }
  check: { ask: object; answer: number }
}
export type QuestionName = keyof Questions

export type Figures = { sims: number; bytes: number; lagMs: number }

export type Ask = { [Name in QuestionName]: { id: number; name: Name; ask: Questions[Name]['ask'] } }[QuestionName]

/**
 * `asOf` is null if the answer includes every change before the question. `failed` is the name of an error: the data are not loaded yet, or
 * the database is not available.
 */
export type Answer = { id: number; answer: unknown; asOf: Date | null } | { id: number; answer: null; failed: string }

/**
 * The messages that the worker sends without a question. `failed` is sent when reading the database begins to fail, and null when it ends.
 */
export type Report = { loadedMs: number } | { figures: Figures } | { failed: string | null }
