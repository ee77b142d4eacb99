import type { GroupTotals as Totals, ListedGroup } from '@simdeck/contract/groups.ts'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Cell } from '../ui/table/TableRows.tsx'
import { None } from '../ui/value/None.tsx'
import { useText } from '../ui/words/text.ts'
import { Share, SimsLink } from './group-columns.tsx'
import { filtersOf } from './group-list-query.ts'
import { groupListText } from './group-list-text.ts'
import css from './groups.module.css'

interface GroupTotalsProps {
  totals: Totals
  cells: readonly Cell<ListedGroup>[]
  /** True if a column of checkboxes is in front. */
  ticking: boolean
}

/** Last rows of the list of groups: the SIMs in no group, and all SIMs. */
export function GroupTotals({ totals, cells, ticking }: GroupTotalsProps) {
  const t = useText(groupListText)
  const row = (name: ReactNode, id: number | null, figures: Totals['all']) => {
    const filters = filtersOf(id)
    const shown: Record<string, ReactNode> = {
      name,
      size: <SimsLink count={figures.size} filter={filters.all} />,
      online: <SimsLink count={figures.online} filter={filters.online} />,
      share: <Share group={figures} />,
      silent: <SimsLink count={figures.silent} filter={filters.silent} />,
      failed_applets: <SimsLink count={figures.failed_applets} filter={filters.failedApplets} />,
      failed_pollers: <SimsLink count={figures.failed_pollers} filter={filters.failedPollers} />,
    }
    return (
      <tr className={id === null ? css.total : undefined}>
        {cells.map((cell, at) => (
          <td key={cell.id} className={clsx(cell.className, at === 0 && ticking && css.afterBox)} colSpan={at === 0 && ticking ? 2 : 1}>
            {shown[cell.id] ?? (id === null ? null : <None />)}
          </td>
        ))}
      </tr>
    )
  }
  return (
    <tfoot className={css.totals}>
      {row(
        <Link to="/" search={filtersOf(0).all}>
          {t.noGroup}
        </Link>,
        0,
        totals.withoutGroup,
      )}
      {row(t.total, null, totals.all)}
    </tfoot>
  )
}
