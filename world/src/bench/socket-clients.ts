import type { SocketEvent, SocketRequest } from '@simdeck/contract/events.ts'

/** Websockets to open: each with its ticket and the SIMs that it watches. */
export type ClientsTask = { url: string; clients: { ticket: string; sims: number[] }[] }

export type ClientsReport = {
  received: number
  closed: number
  late: number
  latest: number
  /** Milliseconds from the change to the client; of many, one in so many. */
  latencies: number[]
  /** What each client knows last of each SIM: when it was heard. */
  last: Map<number, string>[]
}

const tooLateMs = 2_000
const oneIn = 7

// A process of its own: the clients of `benchSockets`.
const report: ClientsReport = { received: 0, closed: 0, late: 0, latest: 0, latencies: [], last: [] }

function open({ url }: ClientsTask, { ticket, sims }: ClientsTask['clients'][number]): Promise<void> {
  const last = new Map<number, string>()
  let watching = false
  report.last.push(last)
  const socket = new WebSocket(`${url}/ws?token=${ticket}`)
  socket.addEventListener('close', () => report.closed++)
  return new Promise((ready, failed) => {
    socket.addEventListener('error', () => failed(new Error('a client was refused')))
    socket.addEventListener('message', (message) => {
      const event = JSON.parse(String(message.data)) as SocketEvent
      if (event.event === 'PING' && !watching) {
        watching = true
        const request: SocketRequest = { watch: { sims } }
        socket.send(JSON.stringify(request))
        ready()
      }
      if (event.event !== 'SIM_UPDATED') return
      const { id, last_poll } = event.sim
      if (last_poll === null || last.get(id) === last_poll) return
      last.set(id, last_poll)
      const latency = Date.now() - Date.parse(last_poll)
      report.latest = Math.max(report.latest, latency)
      if (latency > tooLateMs) report.late++
      if (report.received++ % oneIn === 0) report.latencies.push(latency)
    })
  })
}

process.on('message', (message: { task?: ClientsTask; end?: true }) => {
  const { task } = message
  if (task)
    Promise.all(task.clients.map((client) => open(task, client))).then(
      () => process.send?.({ kind: 'ready', report }),
      () => process.exit(1),
    )
  if (message.end) process.send?.({ kind: 'report', report })
})
