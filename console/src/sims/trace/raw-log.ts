import { endpoints } from '@simdeck/contract/endpoints.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { gatheredKey } from '../../session/api/query.ts'

const pageRows = 100

/** Hex of each message by its id, in order: the headers of its commands, or the data of its responses. */
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

/** Hex of a session. It is loaded while it is `wanted`, and again when the session has more `messages`. */
export function useSessionHex(of: { simId: number; sessionId: string; messages: number }, wanted: boolean) {
  return useQuery({
    queryKey: gatheredKey(endpoints.listRawOtaServiceLogs, of),
    queryFn: ({ signal }) => readSessionHex(of.simId, of.sessionId, signal),
    enabled: wanted,
    placeholderData: (before) => before,
  })
}
