import { type ServerSession, sessionExpiryMs } from '@simdeck/protocol/ota/server-state.ts'
import type { SessionRow } from './queries.ts'
import { fromStored, toStored } from './stored.ts'

/** The session of a row; its answer and the answered frame's MAC stand in columns of their own. */
export function sessionOf(row: SessionRow): ServerSession {
  return {
    ...fromStored<ServerSession>(row.state),
    id: row.session_id,
    jobId: row.job_id ?? 0,
    sequence: row.sequence,
    answer: new Uint8Array(row.answer),
    frameMac: new Uint8Array(row.frame_mac),
  }
}

export function sessionColumns(session: ServerSession) {
  const { id, jobId, sequence, answer, frameMac, ...state } = session
  return {
    session_id: id,
    job_id: jobId,
    sequence,
    answer: Buffer.from(answer),
    frame_mac: Buffer.from(frameMac),
    state: toStored(state),
    expires_at: new Date(session.lastFrameAtMs + sessionExpiryMs),
  }
}

/** Until when the SIM counts as being in an OTA session; null when it is over. */
export const openUntil = (session: ServerSession | null) =>
  session === null || session.state === 'ending' ? null : new Date(session.lastFrameAtMs + sessionExpiryMs)
