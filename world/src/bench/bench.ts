import type { createClient } from '@simdeck/contract/client.ts'

export type BenchFlags = {
  /** Print the plans of the queries that matter. */
  plans: boolean
  /** How long a bench that lasts goes on. */
  minutes: number
}

/** What a benchmark works with: a server process of its own on a copy of a database with `sims` SIMs, which is dropped at the end. */
export type Bench = {
  url: string
  /** The typed client of an ADMIN; signs in again when its token has run out. */
  call: ReturnType<typeof createClient>
  /** A token that is good now, for what the typed client cannot do. */
  accessToken: () => Promise<string>
  databaseUrl: string
  /** Asks the database itself, on a pool of the benchmark's own. */
  query: <Row>(sql: string, values?: unknown[]) => Promise<Row[]>
  sims: number
  serverPid: number
  devicePort: number
  /** Bytes of memory that the server process held at most since its start, or since `forgetPeak`. */
  rss: () => Promise<number>
  /** Bytes of memory that the server process holds now. */
  rssNow: () => Promise<number>
  forgetPeak: () => Promise<void>
  /** Prints a table, as Markdown. */
  report: (title: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]) => void
  /** Prints a line. */
  note: (text: string) => void
  /** An empty folder for files, deleted at the end. */
  folder: string
  flags: BenchFlags
}
