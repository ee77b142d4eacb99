import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RawApiCall } from '@simdeck/contract/raw-logs.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import { LogScreen } from '../screen/LogScreen.tsx'
import { callName, RawApiCard, useRawApiColumns } from './raw-columns.tsx'
import { useRawApiFilters, useRawApiSearch } from './raw-search.tsx'
import { rawText } from './raw-text.ts'
import { RawApiDetails } from './RawDetails.tsx'

/** Screen of the raw API log: every call of the APIs. */
export function RawApiLogPage() {
  const logs = useText(logText)
  const t = useText(rawText)
  const search = useRawApiSearch()
  return <RawApiLog title={logs.rawApi} placeholder={t.searchRoute} search={search} fixed={{}} file="rawApi" />
}

/** Screen of the raw OTA API log: every call of the OTA API. */
export function RawOtaApiLogPage() {
  const logs = useText(logText)
  const t = useText(rawText)
  const search = useRawApiSearch()
  return <RawApiLog title={logs.rawOtaApi} placeholder={t.searchOtaRoute} search={search} fixed={{ api: 'ota' }} file="rawOtaApi" />
}

interface RawApiLogProps {
  title: string
  placeholder: string
  search: ReturnType<typeof useRawApiSearch>
  /** A filter that the screen always has. */
  fixed: { api?: 'ota' }
  file: string
}

function RawApiLog({ title, placeholder, search, fixed, file }: RawApiLogProps) {
  const filters = useRawApiFilters(search)
  const columns = useRawApiColumns()
  return (
    <LogScreen<RawApiCall>
      log="rawApi"
      file={file}
      title={title}
      endpoint={endpoints.listRawApiLogs}
      timeField="at"
      search={{ ...search, query: { ...search.query, ...fixed }, filters: { ...search.filters, ...fixed } }}
      searchField={{
        value: search.filters.route ?? '',
        placeholder,
        onChange: (value) => search.setFilter('route', value.trim().slice(0, 200) || null),
      }}
      filters={filters}
      columns={columns}
      rowName={callName}
      card={(row) => <RawApiCard row={row} />}
      details={(row) => <RawApiDetails row={row} />}
      csv={{
        id: (row) => row.id,
        time: (row) => row.at,
        method: (row) => row.method,
        route: (row) => row.route,
        url: (row) => row.url,
        caller: (row) => row.caller,
        source: (row) => row.source,
        address: (row) => row.ip,
        status: (row) => row.status,
        ms: (row) => row.ms,
        request_bytes: (row) => row.request_bytes,
        response_bytes: (row) => row.response_bytes,
        request: (row) => row.request_id,
        left_out: (row) => row.left_out,
      }}
      searchEarlier={(to) => search.setFilter('created_end', to)}
    />
  )
}
