import { connect } from 'node:net'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'
import { pollFrame } from './poll-frame.ts'

export type ProbeTask = { profiles: SimProfile[]; port: number; perSecond: number }

/** A POLL with its times in milliseconds since 1970. `started`: the answer opened a session. */
export type ProbedPoll = { sentAt: number; answeredAt: number | null; started: boolean }

// Entry point of a process with SIMs that poll one after the other, at a steady rate, and never continue a session.
let polls: ProbedPoll[] = []

function send(port: number, frame: Uint8Array): void {
  const poll: ProbedPoll = { sentAt: Date.now(), answeredAt: null, started: false }
  polls.push(poll)
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  // A POLL without an answer has the time null.
  socket.on('error', () => undefined)
  socket.on('data', (data) => {
    poll.answeredAt ??= Date.now()
    poll.started ||= data[3] !== messageCode.closeSession
    socket.destroy()
  })
  socket.write(frame)
}

function begin({ profiles, port, perSecond }: ProbeTask): void {
  let sent = 0
  const startedAt = performance.now()
  setInterval(() => {
    for (const due = ((performance.now() - startedAt) / 1000) * perSecond; sent < due; sent++) {
      const at = sent % profiles.length
      send(port, pollFrame(profiles[at]!, at, 1 + Math.floor(sent / profiles.length)))
    }
  }, 1000 / perSecond)
}

process.on('message', (message: { task?: ProbeTask }) => {
  if (message.task) begin(message.task)
  process.send?.(message.task ? 'ready' : polls)
  if (!message.task) polls = []
})
