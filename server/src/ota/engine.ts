import { parseFrame } from '@simdeck/protocol/ota/frame.ts'
import { claimedIccid } from '@simdeck/protocol/ota/server-poll.ts'
import { FrameAnswers } from './answer-frame.ts'
import { PollAnswers } from './answer-poll.ts'
import type { AnswerFrame } from './device-port.ts'
import type { DeviceNode } from './node.ts'

/**
 * How the frames of cards are answered (OTA protocol §5.5 to 5.9): null is no answer, and the connection is closed. A POLL with
 * nothing to do is answered from memory; everything else is one transaction, so that any node can go on from it.
 */
export function deviceEngine(node: DeviceNode): AnswerFrame {
  const polls = new PollAnswers(node)
  const frames = new FrameAnswers(node)
  return async (bytes) => {
    const parsed = parseFrame(bytes, 'card')
    if (!parsed.ok) return node.refuse(parsed.reason)
    const iccid = claimedIccid(parsed.value)
    const stop = node.metrics.deviceSeconds.startTimer({ kind: iccid ? 'poll' : 'frame' })
    try {
      return iccid ? await polls.answer(parsed.value, iccid) : await frames.answer(parsed.value)
    } finally {
      stop()
    }
  }
}
