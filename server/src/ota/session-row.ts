import type { ScriptPosition } from '@simdeck/protocol/ota/script-position.ts'
import { type ServerSession, sessionExpiryMs } from '@simdeck/protocol/ota/server-state.ts'
import type { SessionRow } from './queries.ts'
import { fromStored, toStored } from './stored.ts'

/** The session of a row: what each frame changes stands in columns of its own, the rest in `state`. */
export function sessionOf(row: SessionRow): ServerSession {
  return {
    ...fromStored<ServerSession>(row.state),
    id: row.session_id,
    jobId: row.job_id ?? 0,
    sequence: row.sequence,
    answer: new Uint8Array(row.answer),
    frameMac: new Uint8Array(row.frame_mac),
    asked: row.asked,
    chunkEnd: row.chunk_end,
    lastFrameAtMs: row.last_frame_at.getTime(),
  }
}

/** The position of the script that the session of a row is in the middle of; null where it is in none. */
export function positionOf({ acked, sent, reached }: SessionRow): ScriptPosition | null {
  return acked === null || sent === null || reached === null ? null : { acked, sent, reached }
}

/** What each frame within a script changes of a session's row. */
export function movedColumns(
  { sequence, answer, frameMac, asked, chunkEnd, lastFrameAtMs }: ServerSession,
  position: ScriptPosition | null,
) {
  return {
    sequence,
    answer: Buffer.from(answer),
    frame_mac: Buffer.from(frameMac),
    asked,
    chunk_end: chunkEnd,
    last_frame_at: new Date(lastFrameAtMs),
    expiry_minute: new Date(minuteOf(lastFrameAtMs + sessionExpiryMs)),
    acked: position?.acked ?? null,
    sent: position?.sent ?? null,
    reached: position?.reached ?? null,
  }
}

/** What no frame within a script changes. */
type Settled = Omit<ServerSession, 'id' | 'jobId' | 'sequence' | 'answer' | 'frameMac' | 'asked' | 'chunkEnd' | 'lastFrameAtMs'>

/** `position`: of the script that the session is in the middle of. */
export function sessionColumns(session: ServerSession, position: ScriptPosition | null) {
  const { state, enc, receiveBuffer, instanceAid, cardNonce, serverNonce, pollCounter, pollMac, hostChallenge } = session
  const settled: Settled = { state, enc, receiveBuffer, instanceAid, cardNonce, serverNonce, pollCounter, pollMac, hostChallenge }
  return { session_id: session.id, job_id: session.jobId, state: toStored(settled), ...movedColumns(session, position) }
}

/** The index on the minute is written once a minute, not at each frame. */
const minuteOf = (ms: number) => ms - (ms % 60_000)

/** Until when the SIM counts as being in an OTA session; null when it is over. */
export const openUntil = (session: ServerSession | null) =>
  session === null || session.state === 'ending' ? null : new Date(session.lastFrameAtMs + sessionExpiryMs)
