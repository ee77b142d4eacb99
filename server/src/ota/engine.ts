import { parseFrame } from '@simdeck/protocol/ota/frame.ts'
import { claimedIccid } from '@simdeck/protocol/ota/server-poll.ts'
import { FrameAnswers } from './answer-frame.ts'
import { PollAnswers, type PollLimits } from './answer-poll.ts'
import type { AnswerFrame } from './device-port.ts'
import { inTime } from './in-time.ts'
import type { DeviceNode } from './node.ts'

const usualLimits: PollLimits = { claims: 400, answerWithinMs: 20_000 }

/**
 * Answers the frames of cards (OTA protocol §5.5 to 5.9). Null means no answer and a closed connection. A POLL without a due OTA is
 * answered from memory. Every other frame takes one transaction, so that any node can continue the session.
 */
export function deviceEngine(node: DeviceNode, limits: PollLimits = usualLimits): AnswerFrame {
  const polls = new PollAnswers(node, limits)
  const frames = new FrameAnswers(node, limits.answerWithinMs)
  return async (bytes, address) => {
    const parsed = parseFrame(bytes, 'card')
    if (!parsed.ok) return node.refuse({ address: address() }, parsed.reason, bytes.length)
    const iccid = claimedIccid(parsed.value)
    const stop = node.metrics.deviceSeconds.startTimer({ kind: iccid ? 'poll' : 'frame' })
    try {
      return iccid
        ? await polls.answer(parsed.value, iccid, address)
        : await inTime(limits.answerWithinMs, frames.answer(parsed.value, address()))
    } finally {
      stop()
    }
  }
}
