import type { SimSession } from '@simdeck/contract/sims.ts'
import { messageShape } from '../logs/raw/message-shape.ts'
import type { SessionMessageRow } from './queries.ts'

const closeSession = 7

/** Groups messages, given oldest first, into sessions, newest first. */
export function sessionsOf(rows: readonly SessionMessageRow[]): SimSession[] {
  const bySession = Map.groupBy(rows, (row) => row.session_id)
  return [...bySession.values()].map(sessionOf).toSorted((a, b) => lastId(b) - lastId(a))
}

function sessionOf(rows: readonly SessionMessageRow[]): SimSession {
  const messages = rows.map(messageShape)
  const close = rows.findLast((row) => row.code === closeSession)
  const closeCode = close?.fields.code
  return {
    session_id: messages[0]?.session_id ?? '',
    started_at: messages[0]?.at ?? '',
    ended_at: messages.at(-1)?.at ?? '',
    close_code: typeof closeCode === 'number' ? closeCode : null,
    ota_ids: [...new Set(rows.flatMap((row) => (row.job_id === null ? [] : [row.job_id])))],
    messages,
  }
}

function lastId(session: SimSession): number {
  return session.messages.at(-1)?.id ?? 0
}
