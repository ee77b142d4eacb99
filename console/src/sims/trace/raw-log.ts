import { endpoints } from '@simdeck/contract/endpoints.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { gatheredKey } from '../../session/api/query.ts'

const pageRows = 100

/** Per message of a session, by its id: the headers of its commands or the data of its answers, in hex, in their order. */
export type SessionHex = ReadonlyMap<number, readonly string[]>

async function readSessionHex(simId: number, sessionId: string, signal: AbortSignal): Promise<SessionHex> {
  const rows = new Map<number, readonly string[]>()
  for (let pageIndex = 0; pageIndex * pageRows < logRowCap; pageIndex += 1) {
    const query = { simId, sessionId, take: pageRows, pageIndex, sort: 'at:ASC' } as const
    const page = await call(endpoints.listRawOtaServiceLogs, { query, signal })
    for (const row of page.data) rows.set(row.id, row.hex)
    if (pageIndex + 1 >= page.totalPages) break
  }
  return rows
}

/** The hex of a session, once it is wanted; asked for again when the session has grown to more `messages`. */
export function useSessionHex(of: { simId: number; sessionId: string; messages: number }, wanted: boolean) {
  return useQuery({
    queryKey: gatheredKey(endpoints.listRawOtaServiceLogs, of),
    queryFn: ({ signal }) => readSessionHex(of.simId, of.sessionId, signal),
    enabled: wanted,
    placeholderData: (before) => before,
  })
}
