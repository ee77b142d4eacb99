import { endpoints } from '@simdeck/contract/endpoints.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import type { RawOtaMessage } from '@simdeck/contract/raw-logs.ts'
import type { SimSession } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { gatheredKey } from '../../session/api/query.ts'

const pageRows = 100

/** Hex of each message by its id, in order: the headers of its commands, or the data of its responses. */
export type SessionHex = ReadonlyMap<number, readonly string[]>

async function readMessages(simId: number, sessionId: string, signal: AbortSignal): Promise<RawOtaMessage[]> {
  const rows: RawOtaMessage[] = []
  for (let pageIndex = 0; pageIndex * pageRows < logRowCap; pageIndex += 1) {
    const query = { simId, sessionId, take: pageRows, pageIndex, sort: 'at:ASC' } as const
    const page = await call(endpoints.listRawOtaServiceLogs, { query, signal })
    rows.push(...page.data)
    if (pageIndex + 1 >= page.totalPages) break
  }
  return rows
}

const readSessionHex = async (simId: number, sessionId: string, signal: AbortSignal): Promise<SessionHex> =>
  new Map((await readMessages(simId, sessionId, signal)).map(({ id, hex }) => [id, hex]))

const closeSession = 7

/** A session of a SIM from its messages in the raw OTA service log, at most the last 1,000. */
export async function readSession(simId: number, sessionId: string, signal: AbortSignal): Promise<SimSession> {
  const messages = await readMessages(simId, sessionId, signal)
  const code = messages.findLast((message) => message.code === closeSession)?.fields['code']
  return {
    session_id: sessionId,
    started_at: messages[0]?.at ?? '',
    ended_at: messages.at(-1)?.at ?? '',
    close_code: typeof code === 'number' ? code : null,
    ota_ids: [...new Set(messages.flatMap(({ ota_id: id }) => id ?? []))],
    messages,
  }
}

/** Hex of a session. It is loaded while it is `wanted`, and again when the session has more `messages`. */
export function useSessionHex(of: { simId: number; sessionId: string; messages: number }, wanted: boolean) {
  return useQuery({
    queryKey: gatheredKey(endpoints.listRawOtaServiceLogs, of),
    queryFn: ({ signal }) => readSessionHex(of.simId, of.sessionId, signal),
    enabled: wanted,
    placeholderData: (before) => before,
  })
}
