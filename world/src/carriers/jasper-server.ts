import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { simStatuses } from '@simdeck/contract/sim-values.ts'
import { JasperDevices } from './jasper-devices.ts'
import { type CarrierFaults, noFaults, share } from './jasper-faults.ts'

type Options = { username: string; apiKey: string; callsPerSecond?: number; seed?: string; port?: number }

/** A change that a client asked for, and the carrier's answer to it; `lost` if the answer never arrived. */
export type AskedChange = { iccid: string; status: string; answer: 'accepted' | 'refused' | 'lost' }

const root = '/rws/api/v1/devices'
const maxPage = 50

/** A simulated Cisco IoT Control Center: its REST API for devices over HTTP, with the faults of its settings. */
export class JasperServer {
  readonly devices = new JasperDevices()
  /** All changes that were asked for, in order. */
  readonly asked: AskedChange[] = []
  faults: CarrierFaults = noFaults
  calls = 0
  /** Calls that have no answer yet. */
  open = 0
  readonly #options: Required<Omit<Options, 'port'>>
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #times = new Map<string, number>()
  #second = 0
  #inSecond = 0

  private constructor(options: Options) {
    this.#options = { callsPerSecond: 1000, seed: '1', ...options }
  }

  static async start(options: Options): Promise<JasperServer> {
    const made = new JasperServer(options)
    made.#server.listen(options.port ?? 0, '127.0.0.1')
    await once(made.#server, 'listening')
    return made
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls++
    this.open++
    response.on('close', () => this.open--)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (this.#broken(request, response)) return
    const { username, apiKey } = this.#options
    const expected = `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`
    if (request.headers.authorization !== expected) return send(response, 401, error('10000001', 'Invalid credentials.'))
    if (this.#isOverLimit()) return send(response, 400, error('40000029', 'Rate Limit Exceeded'))
    const url = new URL(request.url ?? '/', this.url)
    if (url.pathname === root && request.method === 'GET') return this.#list(url, response)
    const [, iccid] = new RegExp(`^${root}/(\\d{19,20})$`).exec(url.pathname) ?? []
    const device = iccid === undefined ? undefined : this.devices.get(iccid)
    if (!device) return send(response, 404, error('20000001', 'Resource not found - Invalid ICCID.'))
    if (request.method === 'GET') return send(response, 200, shown(device))
    if (request.method === 'PUT') return this.#change(device.iccid, Buffer.concat(parts).toString('utf8'), response)
    return send(response, 405, error('10000005', 'Method not allowed.'))
  }

  /** True if the state of the whole carrier has answered or broken the call. */
  #broken(request: IncomingMessage, response: ServerResponse): boolean {
    const { mode, of, redirectTo } = this.faults
    if (mode === 'well' || (of === 'changes' && request.method === 'GET')) return false
    if (mode === 'down') response.destroy()
    if (mode === 'errors') send(response, 500, error('30000001', 'Unknown server error.'))
    if (mode === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Maintenance</body></html>')
    if (mode === 'redirect') response.writeHead(302, { location: redirectTo }).end()
    if (mode === 'limited') send(response, 400, error('40000029', 'Rate Limit Exceeded'))
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
    const since = Date.parse(url.searchParams.get('modifiedSince') ?? '')
    const pageNumber = Number(url.searchParams.get('pageNumber') ?? '1')
    const pageSize = Math.min(maxPage, Number(url.searchParams.get('pageSize') ?? String(maxPage)))
    if (Number.isNaN(since) || !(pageNumber >= 1) || !(pageSize >= 1)) return send(response, 400, error('10000003', 'Invalid parameter.'))
    const { devices, lastPage } = this.devices.changedSince(since, pageNumber, pageSize)
    send(response, 200, { pageNumber, devices: devices.map(shown), lastPage })
  }

  #change(iccid: string, body: string, response: ServerResponse): void {
    const { seed } = this.#options
    const to = simStatuses.find((status) => status === statusIn(body))
    const device = this.devices.get(iccid)
    const note = (answer: AskedChange['answer']) => this.asked.push({ iccid, status: to ?? '', answer })
    if (share(seed, 'empty', iccid) < this.faults.emptyAnswers) {
      note('refused')
      return send(response, 400, {})
    }
    if (!device || !to || !this.devices.permits(device, to) || share(seed, 'refused', iccid) < this.faults.refusals) {
      note('refused')
      return send(response, 400, error('40000022', this.faults.refusalWords))
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
}

const error = (errorCode: string, errorMessage: string) => ({ errorCode, errorMessage })
const shown = ({ iccid, status }: { iccid: string; status: string }) => ({
  iccid,
  status,
  ratePlan: 'Simdeck 1',
  communicationPlan: 'Data LTE',
})

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
