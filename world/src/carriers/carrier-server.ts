import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { CarrierDevices } from './carrier-devices.ts'
import { type CarrierFaults, noFaults, share } from './carrier-faults.ts'
import { type CarrierError, type CarrierPlatform, type Dialect, dialects, type Part } from './dialects.ts'

type Options = { platform: CarrierPlatform; username: string; apiKey: string; callsPerSecond?: number; seed?: string; port?: number }

/** A change that a client asked for, and the carrier's answer to it; `lost` if the answer never arrived. */
export type AskedChange = { iccid: string; status: string; answer: 'accepted' | 'refused' | 'lost' }

/** A simulated carrier: the REST API of its platform over HTTP, with the faults of its settings. */
export class CarrierServer {
  readonly platform: CarrierPlatform
  readonly devices: CarrierDevices
  /** All changes that were asked for, in order. */
  readonly asked: AskedChange[] = []
  faults: CarrierFaults = noFaults
  calls = 0
  /** Calls that were answered with the limit of calls. */
  overLimit = 0
  /** The parts of lists that were asked for, in order. */
  readonly listed: Part[] = []
  /** Calls that have no answer yet. */
  open = 0
  /** The most calls for lists, and for changes, that had no answer at one time. */
  mostListing = 0
  mostChanging = 0
  #listing = 0
  #changing = 0
  readonly #dialect: Dialect
  readonly #options: Required<Omit<Options, 'port' | 'platform'>>
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #times = new Map<string, number>()
  #second = 0
  #inSecond = 0

  private constructor({ platform, ...options }: Options) {
    this.platform = platform
    this.devices = new CarrierDevices(platform)
    this.#dialect = dialects[platform]
    this.#options = { callsPerSecond: 1000, seed: '1', ...options }
  }

  static async start(options: Options): Promise<CarrierServer> {
    const made = new CarrierServer(options)
    made.#server.listen(options.port ?? 0, '127.0.0.1')
    await once(made.#server, 'listening')
    return made
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Counts the most calls at one time anew. */
  forgetMost(): void {
    this.mostListing = 0
    this.mostChanging = 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls++
    this.open++
    const lists = (request.url ?? '').startsWith(`${this.#dialect.list}?`) ? 1 : 0
    const changes = request.method === 'PUT' ? 1 : 0
    this.mostListing = Math.max(this.mostListing, (this.#listing += lists))
    this.mostChanging = Math.max(this.mostChanging, (this.#changing += changes))
    response.on('close', () => {
      this.open--
      this.#listing -= lists
      this.#changing -= changes
    })
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (this.faults.slowMs > 0) await delay(this.faults.slowMs)
    if (this.#broken(request, response)) return
    const { username, apiKey } = this.#options
    const expected = `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`
    if (request.headers.authorization !== expected) return this.#fail(response, 'credentials', 'Invalid credentials.')
    if (this.#isOverLimit()) {
      this.overLimit++
      return this.#fail(response, 'overLimit', 'Rate Limit Exceeded')
    }
    const url = new URL(request.url ?? '/', this.url)
    if (url.pathname === this.#dialect.list && request.method === 'GET') return this.#list(url, response)
    if (request.method !== 'GET' && request.method !== 'PUT') return this.#fail(response, 'method', 'Method not allowed.')
    const path = request.method === 'PUT' ? this.#dialect.change : this.#dialect.device
    const [, iccid] = path.exec(url.pathname) ?? []
    const device = iccid === undefined ? undefined : this.devices.get(iccid)
    if (!device) return this.#fail(response, 'notFound', 'Resource not found - Invalid ICCID.')
    if (request.method === 'GET') return send(response, 200, this.#dialect.shown(device))
    return this.#change(device.iccid, Buffer.concat(parts).toString('utf8'), response)
  }

  /** True if the state of the whole carrier has answered or broken the call. */
  #broken(request: IncomingMessage, response: ServerResponse): boolean {
    const { mode, of, redirectTo } = this.faults
    if (mode === 'well' || (of === 'changes' && request.method === 'GET')) return false
    if (mode === 'down') response.destroy()
    if (mode === 'errors') this.#fail(response, 'server', 'Unknown server error.')
    if (mode === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Maintenance</body></html>')
    if (mode === 'redirect') response.writeHead(302, { location: redirectTo }).end()
    if (mode === 'limited') this.#fail(response, 'overLimit', 'Rate Limit Exceeded')
    if (mode === 'half') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"pageNumber":1,', () => response.destroy())
    }
    return true
  }

  #isOverLimit(): boolean {
    const second = Math.floor(Date.now() / 1000)
    if (second !== this.#second) this.#inSecond = 0
    this.#second = second
    return ++this.#inSecond > this.#options.callsPerSecond
  }

  #list(url: URL, response: ServerResponse): void {
    const part = this.#dialect.partOf(url.searchParams)
    const { since, from, size } = part
    if (Number.isNaN(since) || !(from >= 0) || !(size >= 1)) return this.#fail(response, 'parameter', 'Invalid parameter.')
    const { devices, isLast } = this.devices.changedSince(since, from, size)
    this.listed.push(part)
    send(response, 200, this.#dialect.page(part, devices, isLast))
  }

  #change(iccid: string, body: string, response: ServerResponse): void {
    const { seed } = this.#options
    const to = this.#dialect.statusOf(statusIn(body))
    const device = this.devices.get(iccid)
    const note = (answer: AskedChange['answer']) => this.asked.push({ iccid, status: to ?? '', answer })
    if (share(seed, 'empty', iccid) < this.faults.emptyAnswers) {
      note('refused')
      return send(response, 400, {})
    }
    if (!device || !to || !this.devices.permits(device, to) || share(seed, 'refused', iccid) < this.faults.refusals) {
      note('refused')
      return this.#fail(response, 'refused', this.faults.refusalWords)
    }
    if (device.status !== to) this.devices.change(iccid, to)
    const times = this.#times.get(iccid) ?? 0
    this.#times.set(iccid, times + 1)
    if (share(seed, 'lost', iccid, String(times)) < this.faults.lostAnswers) {
      note('lost')
      response.destroy()
      return
    }
    note('accepted')
    send(response, 200, { iccid })
  }

  #fail(response: ServerResponse, error: CarrierError, message: string): void {
    const { status, body } = this.#dialect.error(error, message)
    send(response, status, body)
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function statusIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { status?: unknown } | null)?.status
  } catch {
    return undefined
  }
}
