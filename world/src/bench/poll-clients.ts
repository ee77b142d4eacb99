import { connect, createServer } from 'node:net'
import type { SimProfile } from '@simdeck/simulator/profile.ts'
import { pollFrame } from './poll-frame.ts'

/**
 * Tasks of the process: `build` prepares a POLL for each SIM; `run` sends all of them to the port, each over its own connection; `echo`
 * starts a server that returns the octets it receives, and reports its port.
 */
export type PollTask =
  | { kind: 'build'; profiles: SimProfile[]; counter: number }
  | { kind: 'run'; port: number; atOnce: number }
  | { kind: 'echo' }

export type PollReport = { seconds: number; latencies: number[]; answers: number; failed: number; octetsUp: number; octetsDown: number }

// Entry point of a process with the cards of `benchPolls`, or with the echo server that Simdeck is compared with.
let frames: Uint8Array[] = []

function build({ profiles, counter }: { profiles: SimProfile[]; counter: number }): void {
  frames = profiles.map((profile, at) => pollFrame(profile, at, counter))
}

/** Sends one POLL over its own connection; the card closes the connection. */
function exchange(port: number, frame: Uint8Array): Promise<number> {
  return new Promise((done) => {
    let octets = 0
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    // A lost POLL counts zero octets.
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      octets += data.length
      socket.end()
      socket.destroySoon()
    })
    socket.on('close', () => done(octets))
    socket.write(frame)
  })
}

async function run({ port, atOnce }: { port: number; atOnce: number }): Promise<PollReport> {
  const report: PollReport = { seconds: 0, latencies: [], answers: 0, failed: 0, octetsUp: frames[0]?.length ?? 0, octetsDown: 0 }
  const startedAt = performance.now()
  let next = 0
  const card = async () => {
    for (let frame = frames[next++]; frame; frame = frames[next++]) {
      const sentAt = performance.now()
      const octets = await exchange(port, frame)
      report.latencies.push(performance.now() - sentAt)
      if (octets > 0) report.answers++
      else report.failed++
      report.octetsDown = octets || report.octetsDown
    }
  }
  await Promise.all(Array.from({ length: atOnce }, card))
  report.seconds = (performance.now() - startedAt) / 1000
  return report
}

/** Starts a server that returns the octets it receives, and returns its port. */
function echo(): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (data) => socket.write(data))
  })
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', 1024, () => {
      const address = server.address()
      done(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

async function runTask(task: PollTask): Promise<PollReport | number | 'built'> {
  if (task.kind === 'run') return run(task)
  if (task.kind === 'echo') return echo()
  build(task)
  return 'built'
}

process.on('message', (task: PollTask) => {
  runTask(task).then(
    (answer) => process.send?.(answer),
    () => process.exit(1),
  )
})
