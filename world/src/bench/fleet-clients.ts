import { startFleet, type Fleet } from '@simdeck/simulator/fleet.ts'
import { type OpenLink, openTcpLink } from '@simdeck/simulator/link.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'

export type FleetTask = {
  profiles: SimProfile[]
  port: number
  speed: number
  seed: string
  /** Makes all SIMs poll once within this time in milliseconds, in addition to their interval. */
  allWithinMs?: number
}

/** Figures since the last report. A latency is the time in milliseconds from sending a frame (connecting included) to its answer. */
export type FleetReport = {
  stats: ReturnType<Fleet['stats']>
  /** Latencies of POLLs and of all other frames. */
  latencies: { poll: number[]; frame: number[] }
  /** Octets of the frames that the SIMs sent and received. */
  octets: { up: number; down: number }
  /** Number of frames that wait for their answer now. */
  waiting: number
  longest: number
}

// Entry point of a process with the virtual SIMs of `benchFleet` and `benchInstall`.
let latencies: FleetReport['latencies'] = { poll: [], frame: [] }
let octets: FleetReport['octets'] = { up: 0, down: 0 }
let fleet: Fleet | undefined
const waiting = new Map<object, number>()
const pollCode = 1

/** TCP link that measures the latency of each frame. */
const measuringLink: OpenLink = (to, listener) => {
  const key = {}
  let code = 0
  const link = openTcpLink(to, {
    frame: (frame) => {
      const since = waiting.get(key)
      waiting.delete(key)
      octets.down += frame.length
      if (since !== undefined) latencies[code === pollCode ? 'poll' : 'frame'].push(performance.now() - since)
      listener.frame(frame)
    },
    lost: () => {
      waiting.delete(key)
      listener.lost()
    },
  })
  return {
    send: (frame) => {
      code = frame[3] ?? 0
      waiting.set(key, performance.now())
      octets.up += frame.length
      link.send(frame)
    },
    close: () => {
      waiting.delete(key)
      link.close()
    },
  }
}

function take(): FleetReport {
  const now = performance.now()
  const report = {
    stats: fleet!.stats(),
    latencies,
    octets,
    waiting: waiting.size,
    longest: [...waiting.values()].reduce((longest, since) => Math.max(longest, now - since), 0),
  }
  latencies = { poll: [], frame: [] }
  octets = { up: 0, down: 0 }
  return report
}

process.on('message', (message: { task?: FleetTask; report?: true }) => {
  const { task } = message
  if (task) {
    const { profiles: sims, port, speed, seed, allWithinMs } = task
    fleet = startFleet({ sims, connect: { host: '127.0.0.1', port }, speed, seed, openLink: measuringLink })
    if (allWithinMs) for (const [at, sim] of fleet.sims.entries()) setTimeout(() => sim.pollNow(), (at * allWithinMs) / sims.length)
  }
  process.send?.(task ? 'ready' : take())
})
