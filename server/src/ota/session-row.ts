import type { ScriptPosition } from '@simdeck/protocol/ota/script-position.ts'
import { type ServerSession, sessionExpiryMs } from '@simdeck/protocol/ota/server-state.ts'
import type { SessionRow } from './queries.ts'
import { fromStored, toStored } from './stored.ts'

/** The session of a row. Values that change with every frame have their own columns; the others are in `state`. */
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

/** The position in the running script of a stored session; null if no script is running. */
export function positionOf({ acked, sent, reached }: SessionRow): ScriptPosition | null {
  return acked === null || sent === null || reached === null ? null : { acked, sent, reached }
}

/** Columns of a session that change with every frame of a script. */
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

/** Values of a session that no frame of a script changes. */
type Settled = Omit<ServerSession, 'id' | 'jobId' | 'sequence' | 'answer' | 'frameMac' | 'asked' | 'chunkEnd' | 'lastFrameAtMs'>

/** `position` is the position in the running script of the session. */
export function sessionColumns(session: ServerSession, position: ScriptPosition | null) {
  const { state, enc, receiveBuffer, instanceAid, cardNonce, serverNonce, pollCounter, pollMac, hostChallenge } = session
  const settled: Settled = { state, enc, receiveBuffer, instanceAid, cardNonce, serverNonce, pollCounter, pollMac, hostChallenge }
  return { session_id: session.id, job_id: session.jobId, state: toStored(settled), ...movedColumns(session, position) }
}

/** Columns of a session without a slot. */
export const noSlot = { slot_campaign_id: null, slot_cell: null } as const

/** Columns of a session for its slot. */
export const slotColumns = (slot: { campaignId: number; cell: string | null } | null) =>
  slot ? { slot_campaign_id: slot.campaignId, slot_cell: slot.cell } : noSlot

/** Rounds to the minute, so that the index changes once a minute and not with every frame. */
const minuteOf = (ms: number) => ms - (ms % 60_000)

/** Expected end of the OTA session of the SIM; null if the session has ended. */
export const openUntil = (session: ServerSession | null) =>
  session === null || session.state === 'ending' ? null : new Date(session.lastFrameAtMs + sessionExpiryMs)
