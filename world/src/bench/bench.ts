import type { createClient } from '@simdeck/contract/client.ts'
import type { Report } from './report.ts'

export type BenchFlags = {
  /** Duration of a benchmark that runs for a set time. */
  minutes: number
  /** Name of the part to run, in a benchmark with several parts; null: all parts in order. */
  part: string | null
  /** Print the functions of the server that used most processor time. */
  profile: boolean
  /** Name of another product that is measured in the same run; null: none. */
  peer: 'directus' | null
  /** The same seed chooses the same samples. */
  seed: number
}

/** Environment of a benchmark: its own server process on a copy of a database with `sims` SIMs. The copy is dropped at the end. */
export type Bench = Report & {
  url: string
  /** Typed client of an ADMIN. It signs in again when its token has expired. */
  call: ReturnType<typeof createClient>
  /** A valid token, for requests that the typed client does not support. */
  accessToken: () => Promise<string>
  databaseUrl: string
  masterKey: string
  /** Main process of PostgreSQL, the parent of its other processes. */
  postgresPid: number
  /** Runs SQL on the benchmark's own connection pool. */
  query: <Row>(sql: string, values?: unknown[]) => Promise<Row[]>
  sims: number
  serverPid: number
  devicePort: number
  /** Ends the server process and starts another one on the same database; `url`, `serverPid` and `devicePort` change. */
  restart: (env?: Record<string, string>) => Promise<void>
  /** Time of the start of the present server process, as `performance.now()`. */
  startedAt: () => number
  /** First line of the server's log, past or future, that contains the text. */
  logLine: (text: string) => Promise<string>
  /** Values of the server's metrics without labels, by name. */
  metrics: () => Promise<Map<string, number>>
  /** Ends the server process and returns its functions by processor time; needs the flag `profile`. */
  profile: () => Promise<{ functionName: string; share: number }[]>
  /** Peak memory of the server process in bytes, since its start or since `forgetPeak`. */
  rss: () => Promise<number>
  /** Current memory of the server process in bytes. */
  rssNow: () => Promise<number>
  forgetPeak: () => Promise<void>
  /** Empty folder for files, deleted at the end. */
  folder: string
  flags: BenchFlags
}
