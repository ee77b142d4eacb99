import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../session/api/failure.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import css from './settings.module.css'

/** Renders the data of a query, its loading state or its error. */
export function QueryContent<Data>({ query, children }: { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorState message={failureText(query.error)} onRetry={() => void query.refetch()} />
  return (
    <div className={css.loading} aria-busy="true">
      <Skeleton width={180} />
      <Skeleton width={420} />
      <Skeleton width={320} />
    </div>
  )
}
