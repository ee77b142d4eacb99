import type { CountedFilter, ValueCount } from '@simdeck/contract/sim-counts.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'

/** What the worker needs to begin. */
export type WorkerOptions = { databaseUrl: string }

export type PageQuestion = { filter: SimFilter; sort: string | undefined; skip: number; take: number }

/** The questions to the worker, and its answers. */
export type Questions = {
  page: { ask: PageQuestion; answer: { ids: number[]; total: number } }
  find: { ask: { typed: string; take: number }; answer: number[] }
  values: { ask: { filter: SimFilter; of: CountedFilter; most: number }; answer: ValueCount[] }
  /** Times in microseconds since 1970. */
  polls: { ask: { filter: SimFilter; times: readonly number[] }; answer: number[] }
  check: { ask: object; answer: number }
}
export type QuestionName = keyof Questions

export type Figures = { sims: number; bytes: number; pending: number; asOf: Date | null }

export type Ask = { [Name in QuestionName]: { id: number; name: Name; ask: Questions[Name]['ask'] } }[QuestionName]

/** `asOf`: null if the answer includes every change before the question. No answer: the data are not loaded yet, or the database is away. */
export type Answer = { id: number; answer: unknown; asOf: Date | null } | { id: number; answer: null; failed: string }

/** What the worker reports by itself. */
export type Report = { loadedMs: number } | { figures: Figures } | { failed: string }
