import { endpoints } from '@simdeck/contract/endpoints.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toastFailure } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useMay } from '../../session/use-me.ts'
import { noSelection } from '../../ui/table/selection.ts'
import { useSelection } from '../../ui/table/use-selection.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { certificateText } from '../certificates/certificate-text.ts'
import { InvalidateDialog } from '../certificates/InvalidateDialog.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { ListScreen } from '../../ui/frame/ListScreen.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { fleetText } from './fleet-text.ts'
import { saveSignings } from './signing-csv.ts'
import { SigningStatus, SigningSubject, useSigningColumns, useSigningFilters, useSignings, useSigningSearch } from './signing-list.tsx'

/** Screen of the certificates that the CAs signed for devices, where also those of deleted SIMs can be revoked. */
export function SigningHistoryPage() {
  const t = useText(fleetText)
  const search = useSigningSearch()
  const signings = useSignings(search)
  const { data: authorities } = useQuery(queryOf(endpoints.listAuthorities, {}))
  const filters = useSigningFilters(search, authorities?.map(({ name }) => name) ?? [])
  const columns = useSigningColumns()
  const { invalidateMany } = useText(certificateText)
  const { selection, onSelect } = useSelection(search.filters)
  const mayRevoke = useMay('IOTSAFE_CERTIFICATES_DELETE')
  const [revoking, setRevoking] = useState<number[]>([])
  const chosen = selection.kind === 'rows' ? [...selection.ids].map(Number) : []
  const [isLoading, setLoading] = useState(false)
  const save = (): void => {
    setLoading(true)
    saveSignings({ ...search.query })
      .catch((thrown: unknown) => toastFailure(t.notSaved, thrown))
      .finally(() => setLoading(false))
  }
  return (
    <ListScreen
      title={t.history}
      counted
      actions={
        <Button icon={<IconDownload size={16} />} title={t.csvNote} busy={isLoading} disabled={!signings.total} onClick={save}>
          {t.csv}
        </Button>
      }
      filter={{
        search: {
          value: search.filters.csrSubject ?? '',
          placeholder: t.searchSubject,
          onChange: (value) => search.setFilter('csrSubject', value || null),
        },
        filters,
        onClear: search.clear,
      }}
      bar={{
        bulkActions: (
          <Button variant="danger" size="sm" onClick={() => setRevoking(chosen)}>
            {invalidateMany(formatNumber(chosen.length))}
          </Button>
        ),
      }}
      selection={selection}
      onSelect={onSelect}
      withoutBoxes={!mayRevoke}
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
    >
      {revoking.length > 0 && (
        <InvalidateDialog
          wanted={{ signingIds: revoking }}
          onClose={() => setRevoking([])}
          onDone={() => {
            setRevoking([])
            onSelect(noSelection)
          }}
        />
      )}
    </ListScreen>
  )
}
