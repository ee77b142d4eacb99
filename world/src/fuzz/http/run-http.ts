import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { startEmbeddedPostgres } from '@simdeck/server/platform/db/embedded-postgres.ts'
import { makeDatabase, makeTemplate } from '@simdeck/server/testing/databases.ts'
import { Callers } from './callers.ts'
import { bytesOf, type HostileRequest, requestOf } from './make-request.ts'
import { RawClient, type RawAnswer } from './raw-client.ts'
import type { ServerNews } from './serve-http.ts'

export type HttpFuzzOptions = { seed: string; first: number; runs: number; note: (text: string) => void }
export type HttpFinding = { index: number; what: string; request: HostileRequest; answer: string }
export type HttpFuzzResult = { finding: HttpFinding | null; outcomes: Record<string, number>; longestDelayMs: number }

/** Longest time for which a request may block all others. */
const maxDelayMs = 200
const maxErrorBytes = 64 * 1024
const connections = 8
const inFlight = 6
const shownLog = 4000
const noteEvery = 50_000
/** Time in which the server's process reports a delay after an answer. */
const settleMs = 60
/** Limit of the tries of a request whose connection the server closes. */
const maxTries = 20

/** Sends the requests to a server on its own PostgreSQL until a request finds a fault. */
export async function fuzzHttp(options: HttpFuzzOptions): Promise<HttpFuzzResult> {
  const folder = await mkdtemp(join(tmpdir(), 'simdeck-fuzz-'))
  const postgres = await startEmbeddedPostgres(folder, { settings: { fsync: 'off', max_connections: '60' } })
  try {
    await makeTemplate(postgres.url)
    return await fuzzHttpOn(postgres.url, options)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Does the same on a PostgreSQL that has the template of `makeTemplate`. */
export async function fuzzHttpOn(postgresUrl: string, options: HttpFuzzOptions): Promise<HttpFuzzResult> {
  const { url, drop } = await makeDatabase(postgresUrl)
  const database = openDatabase(url, { max: 3 })
  const server = fork(new URL('./serve-http.ts', import.meta.url), [url], {
    execArgv: ['--max-semi-space-size=8'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let log = ''
  server.stderr?.on(
    'data',
    (data: Buffer) => (log = /mail(NotSent|ServerUnreachable)/.test(data.toString()) ? log : `${log}${data.toString()}`.slice(-shownLog)),
  )
  try {
    const ready = await new Promise<ServerNews & { kind: 'ready' }>((done, failed) => {
      server.once('message', (news: ServerNews) => news.kind === 'ready' && done(news))
      server.once('exit', (code) => failed(new Error(`the server ended (${code}): ${log}`)))
    })
    const callers = new Callers(database, ready.masterKey, ready.port)
    const result = await new HttpFuzz(options, callers, ready.port, server).run()
    if (result.finding) options.note(log)
    return result
  } finally {
    const dead = new Promise((done) => (server.exitCode === null && server.signalCode === null ? server.once('exit', done) : done(null)))
    server.kill('SIGKILL')
    await dead
    await database.close()
    await drop()
  }
}

type Delay = Extract<ServerNews, { kind: 'delay' }>

class HttpFuzz {
  readonly #options: HttpFuzzOptions
  readonly #callers: Callers
  readonly #port: number
  readonly #outcomes: Record<string, number> = {}
  readonly #clients: RawClient[]
  /** Send times of the last requests. */
  readonly #sent: { index: number; at: number }[] = []
  #delay: Delay | null = null
  /** Search for the request that caused a delay; nothing else is sent meanwhile. */
  #culpritSearch: Promise<void> | null = null
  #longestDelayMs = 0
  #next: number
  #finding: HttpFinding | null = null
  #ended: string | null = null

  constructor(options: HttpFuzzOptions, callers: Callers, port: number, server: ChildProcess) {
    this.#options = options
    this.#callers = callers
    this.#port = port
    this.#next = options.first
    this.#clients = Array.from({ length: connections }, () => new RawClient(port))
    server.on('message', (news: ServerNews) => news.kind === 'delay' && this.#recordDelay(news))
    server.once('exit', (code, signal) => (this.#ended = `the server ended (${code ?? signal})`))
  }

  async run(): Promise<HttpFuzzResult> {
    const lanes = this.#clients.flatMap((client) => Array.from({ length: inFlight }, () => this.#lane(client)))
    await Promise.all(lanes)
    for (const client of this.#clients) client.close()
    return { finding: this.#finding, outcomes: this.#outcomes, longestDelayMs: Math.round(this.#longestDelayMs) }
  }

  /** Counts only processor time of the server, since another process may have had the processor. */
  #recordDelay(delay: Delay): void {
    const ms = Math.min(delay.ms, delay.usedMs)
    this.#longestDelayMs = Math.max(this.#longestDelayMs, ms)
    if (ms > maxDelayMs) this.#delay ??= delay
  }

  async #lane(client: RawClient): Promise<void> {
    const end = this.#options.first + this.#options.runs
    while (this.#next < end && !this.#finding) {
      if (this.#ended) throw new Error(this.#ended)
      if (this.#delay) this.#culpritSearch ??= this.#findCulprit(this.#delay).finally(() => (this.#culpritSearch = null))
      if (this.#culpritSearch) {
        await this.#culpritSearch
        continue
      }
      const index = this.#next++
      if (index > this.#options.first && index % noteEvery === 0) this.#options.note(`${index - this.#options.first} runs`)
      await this.#runOne(client, index)
    }
  }

  async #runOne(client: RawClient, index: number): Promise<void> {
    const request = requestOf(this.#options.seed, index)
    const token = await this.#callers.tokenOf(request.caller)
    this.#sent.push({ index, at: Date.now() })
    if (this.#sent.length > 1000) this.#sent.splice(0, 500)
    const answer = await sent(client, bytesOf(request, token))
    const outcome = `${answer?.status ?? 'closed'} ${request.caller}`
    this.#outcomes[outcome] = (this.#outcomes[outcome] ?? 0) + 1
    const what = answer && faultOf(answer)
    if (what) this.#finding ??= { index, what, request, answer: answer.body.toString('utf8', 0, 2000) }
    if (answer?.status === 401 || isBlocked(answer)) await this.#callers.renew(request.caller, token)
  }

  /** Sends the requests before a delay again, one by one; only a request that causes the delay again is a finding. */
  async #findCulprit(delay: Delay): Promise<void> {
    const suspects = this.#sent.filter(({ at }) => at > delay.at - delay.ms - 2000 && at <= delay.at)
    const client = new RawClient(this.#port)
    await wait(2000)
    for (const { index } of suspects) {
      this.#delay = null
      const request = requestOf(this.#options.seed, index)
      await sent(client, bytesOf(request, await this.#callers.tokenOf(request.caller)))
      await wait(settleMs)
      const again = this.#delay as Delay | null
      if (!again) continue
      this.#finding ??= { index, what: `nothing else was served for ${Math.round(again.ms)} ms`, request, answer: '' }
      break
    }
    this.#delay = null
    client.close()
  }
}

async function sent(client: RawClient, bytes: Buffer): Promise<RawAnswer | null> {
  for (let tries = 0; tries < maxTries; tries++) {
    const answer = await client.send(bytes)
    if (answer) return answer
  }
  return null
}

const isBlocked = (answer: RawAnswer | null): boolean => answer?.status === 403 && answer.body.includes('"addressNotAllowed"')

function faultOf({ status, body }: RawAnswer): string | null {
  // The mail server of the installation does not exist.
  if (status === 502 && /"code":"mail(NotSent|ServerUnreachable)"/.test(body.toString())) return null
  if (status >= 500) return `status ${status}`
  return status >= 400 && body.length > maxErrorBytes ? `an error of ${body.length} bytes` : null
}
