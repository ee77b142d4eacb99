import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Group, ListedGroup } from '@simdeck/contract/groups.ts'
import { csvOf } from '../logs/screen/csv.ts'
import { call } from '../session/api/api.ts'
import { saveFile } from '../ui/frame/save-file.ts'

const pageRows = 100

/** Saves all groups that match, with their figures, in the order of the list. */
export async function saveGroups(query: QueryIn<typeof endpoints.listGroups>, types: Record<Group['type'], string>): Promise<void> {
  const rows: ListedGroup[] = []
  for (let pageIndex = 0; ; pageIndex++) {
    const page = await call(endpoints.listGroups, { query: { ...query, figures: 'true', take: pageRows, pageIndex } })
    rows.push(...page.data)
    if (pageIndex + 1 >= page.totalPages) break
  }
  const columns = {
    id: (row: ListedGroup) => row.id,
    name: (row: ListedGroup) => row.name,
    type: (row: ListedGroup) => types[row.type],
    size: (row: ListedGroup) => row.size,
    online: (row: ListedGroup) => row.online,
    expected: (row: ListedGroup) => row.expected,
    silent: (row: ListedGroup) => row.silent,
    failed_applets: (row: ListedGroup) => row.failed_applets,
    failed_pollers: (row: ListedGroup) => row.failed_pollers,
    phone_number: (row: ListedGroup) => row.phone_number,
    address: (row: ListedGroup) => row.address,
    created: (row: ListedGroup) => row.created,
  }
  // A spreadsheet recognises UTF-8 by the byte order mark.
  saveFile(`groups_${Math.floor(Date.now() / 1000)}.csv`, `\uFEFF${csvOf(columns, rows)}`, 'text/csv;charset=utf-8')
}
