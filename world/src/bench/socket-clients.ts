import { setTimeout as pause } from 'node:timers/promises'
import type { SocketEvent, SocketRequest } from '@simdeck/contract/events.ts'

/** Websockets to open, each with its ticket and the SIMs it watches. */
export type ClientsTask = { url: string; clients: { ticket: string; sims: number[] }[] }

export type ClientsReport = {
  received: number
  closed: number
  late: number
  latest: number
  /** Milliseconds from the change to the client, for one of `sampleEvery` messages. */
  latencies: number[]
  /** Per client: the last poll time received for each SIM. */
  last: Map<number, string>[]
}

const tooLateMs = 2_000
/** Start of the benchmark. Events of SIMs that turn off carry earlier polls, which are not counted. */
const since = Date.now()
const sampleEvery = 7

// Entry point of a process with the clients of `benchSockets`.
const report: ClientsReport = { received: 0, closed: 0, late: 0, latest: 0, latencies: [], last: [] }

const maxTries = 30
const retryMs = 500

/** Opens a websocket, and tries again when a busy server refuses it. */
async function open(url: string, ticket: string): Promise<WebSocket> {
  for (let tried = 1; ; tried++) {
    const socket = new WebSocket(`${url}/ws?token=${ticket}`)
    const opened = await new Promise<boolean>((done) => {
      socket.addEventListener('message', () => done(true), { once: true })
      socket.addEventListener('error', () => done(false), { once: true })
    })
    if (opened) return socket
    if (tried === maxTries) throw new Error('a client was refused')
    await pause(retryMs)
  }
}

function watch(socket: WebSocket, sims: number[]): void {
  const last = new Map<number, string>()
  report.last.push(last)
  socket.addEventListener('close', () => report.closed++)
  socket.addEventListener('message', (message) => {
    const event = JSON.parse(String(message.data)) as SocketEvent
    if (event.event !== 'SIM_UPDATED') return
    const { id, last_poll } = event.sim
    if (last_poll === null || last.get(id) === last_poll) return
    last.set(id, last_poll)
    const polledAt = Date.parse(last_poll)
    if (polledAt < since) return
    const latency = Date.now() - polledAt
    report.latest = Math.max(report.latest, latency)
    if (latency > tooLateMs) report.late++
    if (report.received++ % sampleEvery === 0) report.latencies.push(latency)
  })
  const request: SocketRequest = { watch: { sims, campaigns: [] } }
  socket.send(JSON.stringify(request))
}

async function openAll({ url, clients }: ClientsTask): Promise<void> {
  for (const { ticket, sims } of clients) watch(await open(url, ticket), sims)
}

process.on('message', (message: { task?: ClientsTask; end?: true }) => {
  const { task } = message
  if (task)
    openAll(task).then(
      () => process.send?.({ kind: 'ready', report }),
      () => process.exit(1),
    )
  if (message.end) process.send?.({ kind: 'report', report })
})
