import { parseFrame, type SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import { claimedIccid } from '@simdeck/protocol/ota/server-poll.ts'
import { FrameAnswers } from './answer-frame.ts'
import { PollAnswers, type PollLimits } from './answer-poll.ts'
import { LimitEnded, NotWanted } from '../platform/concurrency-limit.ts'
import type { AnswerFrame, FrameAnswer } from './device-port.ts'
import { inTime } from './in-time.ts'
import type { DeviceNode } from './node.ts'

const usualLimits: PollLimits = { claims: 400, answerWithinMs: 20_000 }

/**
 * Answers the frames of cards (OTA protocol §5.5 to 5.9). Null means no answer and a closed connection. A POLL without a due OTA is
 * answered at once, from memory. Every other frame takes one transaction, so that any node can continue the session. Rejects, after a line
 * in the log, if a frame could not be answered; the card then repeats it.
 */
export function deviceEngine(node: DeviceNode, limits: PollLimits = usualLimits): AnswerFrame {
  const polls = new PollAnswers(node, limits)
  const frames = new FrameAnswers(node, limits.answerWithinMs)
  const seconds = { poll: node.metrics.deviceSeconds.labels('poll'), frame: node.metrics.deviceSeconds.labels('frame') }
  const ended = (kind: keyof typeof seconds, startedAt: number, answer: FrameAnswer) => {
    const ms = performance.now() - startedAt
    seconds[kind].observe(ms / 1000)
    if (kind === 'poll' && answer) node.pollTimes.add(ms, Date.now())
  }
  const later = async (awaited: Promise<FrameAnswer>, frame: SealedFrame, kind: keyof typeof seconds, startedAt: number) => {
    let answer: FrameAnswer = null
    try {
      answer = await awaited
      return answer
    } catch (error) {
      if (error instanceof NotWanted) return node.abandon()
      if (!(error instanceof LimitEnded)) node.logUnanswered(error, frame, node.openers.get(frame.sessionId)?.simId)
      throw error
    } finally {
      ended(kind, startedAt, answer)
    }
  }
  return (bytes, peer) => {
    const parsed = parseFrame(bytes, 'card')
    if (!parsed.ok) return node.refuse({ address: peer.address() }, parsed.reason, bytes.length)
    const frame = parsed.value
    const startedAt = performance.now()
    const iccid = claimedIccid(frame)
    if (!iccid) return later(inTime(limits.answerWithinMs, frames.answer(frame, peer)), frame, 'frame', startedAt)
    let answer: FrameAnswer | Promise<FrameAnswer>
    try {
      answer = polls.answer(frame, iccid, peer)
    } catch (error) {
      answer = Promise.reject(error)
    }
    if (answer instanceof Promise) return later(answer, frame, 'poll', startedAt)
    ended('poll', startedAt, answer)
    return answer
  }
}
