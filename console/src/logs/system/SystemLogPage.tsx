import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ActionLog } from '@simdeck/contract/logs.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import { LogScreen } from '../screen/LogScreen.tsx'
import css from '../screen/log-screen.module.css'
import { authorOf, contentOf, nameOfAction, objectOf } from './action-row.ts'
import { SystemCard, useSystemColumns } from './system-columns.tsx'
import { useSystemFilters, useSystemSearch } from './system-search.tsx'
import { systemText } from './system-text.ts'
import { SystemDetails } from './SystemDetails.tsx'
import { ChainResult, VerifyButton } from './VerifyChain.tsx'

/** Screen of the system log: changes with their authors and values. */
export function SystemLogPage() {
  const t = useText(systemText)
  const logs = useText(logText)
  const language = useLanguage()
  const search = useSystemSearch()
  const filters = useSystemFilters(search)
  const columns = useSystemColumns()
  return (
    <LogScreen<ActionLog>
      log="system"
      title={logs.system}
      endpoint={endpoints.listSystemLogs}
      timeField="request_at"
      search={search}
      searchField={{
        value: search.filters.message ?? '',
        placeholder: t.search,
        onChange: (value) => search.setFilter('message', value.slice(0, 200) || null),
      }}
      filters={filters}
      columns={columns}
      rowName={(row) => nameOfAction(row, language)}
      card={(row) => <SystemCard row={row} />}
      details={(row) => <SystemDetails row={row} />}
      csv={{
        id: (row) => row.id,
        time: (row) => row.request_at,
        action: (row) => nameOfAction(row, language),
        object: (row) => objectOf(row, language),
        content: (row) => contentOf(row, language),
        by: (row) => authorOf(row),
        email: (row) => row.request_by,
        source: (row) => row.client_type,
        address: (row) => row.ip,
        status: (row) => row.status,
        method: (row) => row.method,
        url: (row) => row.url,
        changes: (row) => JSON.stringify(row.changes),
        parameters: (row) => row.request_params,
      }}
      searchEarlier={(to) => search.setFilter('created_end', to)}
      actions={<VerifyButton />}
      notes={
        <div className={css.note}>
          <ChainResult />
        </div>
      }
    />
  )
}
