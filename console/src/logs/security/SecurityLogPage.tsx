import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SecurityEvent } from '@simdeck/contract/security-log.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import { LogScreen } from '../screen/LogScreen.tsx'
import { SecurityCard, useSecurityColumns } from './security-columns.tsx'
import { accountOf, detailOf } from './security-row.ts'
import { useSecurityFilters, useSecuritySearch } from './security-search.tsx'
import { eventText, securityText } from './security-text.ts'
import { SecurityDetails } from './SecurityDetails.tsx'

/** Screen of the security log: sign-ins, locks, refusals and changes of access. */
export function SecurityLogPage() {
  const t = useText(securityText)
  const logs = useText(logText)
  const events = useText(eventText)
  const language = useLanguage()
  const search = useSecuritySearch()
  const filters = useSecurityFilters(search)
  const columns = useSecurityColumns()
  return (
    <LogScreen<SecurityEvent>
      log="security"
      title={logs.security}
      endpoint={endpoints.listSecurityEvents}
      timeField="at"
      search={search}
      searchField={{
        value: search.filters.member ?? '',
        placeholder: t.search,
        onChange: (value) => search.setFilter('member', value.slice(0, 100) || null),
      }}
      filters={filters}
      columns={columns}
      rowName={(row) => events[row.event]}
      card={(row) => <SecurityCard row={row} />}
      details={(row) => <SecurityDetails row={row} />}
      csv={{
        id: (row) => row.id,
        time: (row) => row.at,
        last: (row) => row.last_at,
        count: (row) => row.count,
        event: (row) => events[row.event],
        outcome: (row) => row.outcome,
        account: (row) => accountOf(row, language),
        target: (row) => row.target,
        detail: (row) => detailOf(row, language),
        address: (row) => row.ip,
        source: (row) => row.source,
        route: (row) => row.route,
        browser: (row) => row.user_agent,
        request: (row) => row.request_id,
      }}
      searchEarlier={(to) => search.setFilter('created_end', to)}
    />
  )
}
