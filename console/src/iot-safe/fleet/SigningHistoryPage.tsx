import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { ListScreen } from '../../ui/frame/ListScreen.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { fleetText } from './fleet-text.ts'
import { SigningStatus, SigningSubject, useSigningColumns, useSigningFilters, useSignings, useSigningSearch } from './signing-list.tsx'

/** Screen of the certificates that the CAs signed for devices. */
export function SigningHistoryPage() {
  const t = useText(fleetText)
  const search = useSigningSearch()
  const signings = useSignings(search)
  const { data: authorities } = useQuery(queryOf(endpoints.listAuthorities, {}))
  const filters = useSigningFilters(search, authorities?.map(({ name }) => name) ?? [])
  const columns = useSigningColumns()
  return (
    <ListScreen
      title={t.history}
      counted
      filter={{
        search: {
          value: search.filters.csrSubject ?? '',
          placeholder: t.searchSubject,
          onChange: (value) => search.setFilter('csrSubject', value || null),
        },
        filters,
        onClear: search.clear,
      }}
      list={signings}
      columns={columns}
      rowId={({ id }) => String(id)}
      rowName={({ csrSubject }) => csrSubject}
      card={(one) => (
        <CardLines
          name={<SigningSubject of={one} />}
          end={<SigningStatus of={one} />}
          second={[<bdi key="by">{one.signedBy}</bdi>]}
          parts={[{ name: t.signedAt, value: <Time at={one.createdAt} /> }]}
        />
      )}
      empty={
        search.filtered ? (
          <EmptyState title={t.noneMatching} actions={<Button onClick={search.clear}>{t.clear}</Button>}>
            {t.noneMatchingWords}
          </EmptyState>
        ) : (
          <EmptyState title={t.noneSigned}>{t.noneSignedWords}</EmptyState>
        )
      }
    />
  )
}
