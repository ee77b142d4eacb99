import type { ActionLog } from '@simdeck/contract/logs.ts'
import { None } from '../../ui/value/None.tsx'
import { authorOf } from './action-row.ts'

/** Author of a row by name, with the e-mail as tooltip. */
export function Author({ row, className }: { row: ActionLog; className?: string | undefined }) {
  const name = authorOf(row)
  if (name === '') return <None />
  return (
    <bdi title={row.request_by} className={className}>
      {name}
    </bdi>
  )
}
