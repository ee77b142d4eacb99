import type { SubjectKey } from '@simdeck/contract/actions.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { defaultPageSize } from '@simdeck/contract/list.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { keepRows } from '../../session/api/query-client.ts'
import { queryOf } from '../../session/api/query.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { LinkButton } from '../../ui/form/Button.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { countText } from '../../ui/words/counted.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { defineText, useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { logText } from '../log-text.ts'
import { HistoryRow } from './HistoryRow.tsx'
import css from './history.module.css'

const text = defineText({
  title: { ja: '変更履歴', en: 'Changes' },
  none: { ja: '変更の記録はありません', en: 'No changes' },
  noneWords: { ja: '個別の変更があると、ここに新しい順に並びます。', en: 'Single changes appear here, the newest first.' },
  all: { ja: 'システムログで見る', en: 'Open in the system log' },
})

/** The changes of a record, the newest first, each with a link to its row of the system log. */
export function ChangeHistory({ subject }: { subject: SubjectKey }) {
  useZone()
  const t = useText(text)
  const logs = useText(logText)
  const count = useText(countText).rows
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<number>(defaultPageSize)
  const query = { subject, take: pageSize, pageIndex: page - 1 }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOf(endpoints.listSystemLogs, { query }),
    ...keepRows,
    refetchOnMount: 'always',
  })
  if (!data) {
    if (error) return <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
    return (
      <div className={css.loading} aria-busy="true">
        <Skeleton width={420} />
        <Skeleton width={360} />
      </div>
    )
  }
  if (data.totalItems === 0) return <EmptyState title={t.none}>{t.noneWords}</EmptyState>
  return (
    <>
      <ul className={css.history} aria-label={t.title}>
        {data.data.map((row) => (
          <HistoryRow key={row.id} row={row} subject={subject} />
        ))}
      </ul>
      <div className={css.foot}>
        <span className={css.by}>{data.capped ? logs.capped(formatNumber(logRowCap)) : count(formatNumber(data.totalItems))}</span>
        <LinkButton size="sm" to="/logs/system-log" search={{ subject }}>
          {t.all}
        </LinkButton>
      </div>
      {data.totalItems > defaultPageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          total={data.totalItems}
          waiting={isPlaceholderData}
          onPage={setPage}
          onPageSize={(size) => {
            setPage(1)
            setPageSize(size)
          }}
        />
      )}
    </>
  )
}
