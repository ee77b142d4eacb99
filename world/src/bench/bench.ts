import type { createClient } from '@simdeck/contract/client.ts'
import type { Report } from './report.ts'

export type BenchFlags = {
  /** Print the plans of the queries that matter. */
  plans: boolean
  /** How long a bench that lasts goes on. */
  minutes: number
  /** Which part of a bench that has several; null: all, one after another. */
  part: string | null
  /** Tell which functions of the server took the time. */
  profile: boolean
}

/** What a benchmark works with: a server process of its own on a copy of a database with `sims` SIMs, which is dropped at the end. */
export type Bench = Report & {
  url: string
  /** The typed client of an ADMIN; signs in again when its token has run out. */
  call: ReturnType<typeof createClient>
  /** A token that is good now, for what the typed client cannot do. */
  accessToken: () => Promise<string>
  databaseUrl: string
  masterKey: string
  /** The process of PostgreSQL that started all others of it. */
  postgresPid: number
  /** Asks the database itself, on a pool of the benchmark's own. */
  query: <Row>(sql: string, values?: unknown[]) => Promise<Row[]>
  sims: number
  serverPid: number
  devicePort: number
  /** Ends the server process and starts another on the same database; `url`, `serverPid` and `devicePort` change. */
  restart: () => Promise<void>
  /** The functions of the server process in which it has spent its time, and ends it; needs the flag `profile`. */
  profile: () => Promise<{ functionName: string; share: number }[]>
  /** Bytes of memory that the server process held at most since its start, or since `forgetPeak`. */
  rss: () => Promise<number>
  /** Bytes of memory that the server process holds now. */
  rssNow: () => Promise<number>
  forgetPeak: () => Promise<void>
  /** An empty folder for files, deleted at the end. */
  folder: string
  flags: BenchFlags
}
