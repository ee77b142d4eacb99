import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RawProxyCall } from '@simdeck/contract/raw-logs.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import { LogScreen } from '../screen/LogScreen.tsx'
import { RawProxyCard, useAnswer, useRawProxyColumns } from './raw-columns.tsx'
import { useRawProxyFilters, useRawProxySearch } from './raw-search.tsx'
import { rawText } from './raw-text.ts'
import { RawProxyDetails } from './RawDetails.tsx'

/** Screen of the raw proxy log: every call to another system. */
export function RawProxyLogPage() {
  const t = useText(rawText)
  const logs = useText(logText)
  const search = useRawProxySearch()
  const filters = useRawProxyFilters(search)
  const columns = useRawProxyColumns()
  const answerOf = useAnswer()
  return (
    <LogScreen<RawProxyCall>
      log="rawProxy"
      title={logs.rawProxy}
      endpoint={endpoints.listRawProxyLogs}
      timeField="at"
      search={search}
      searchField={{
        value: search.filters.host ?? '',
        placeholder: t.searchHost,
        onChange: (value) => search.setFilter('host', value.trim().slice(0, 300) || null),
      }}
      filters={filters}
      columns={columns}
      rowName={(row) => row.host ?? ''}
      card={(row) => <RawProxyCard row={row} />}
      details={(row) => <RawProxyDetails row={row} />}
      csv={{
        id: (row) => row.id,
        time: (row) => row.at,
        kind: (row) => row.kind,
        host: (row) => row.host,
        operation: (row) => row.operation,
        result: (row) => (row.ok === null ? null : String(row.ok)),
        answer: answerOf,
        ms: (row) => row.ms,
        request_bytes: (row) => row.request_bytes,
        left_out: (row) => row.left_out,
      }}
      searchEarlier={(to) => search.setFilter('created_end', to)}
    />
  )
}
