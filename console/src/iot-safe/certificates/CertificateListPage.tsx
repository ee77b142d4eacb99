import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatchedSims } from '../../session/live/watched-sims.ts'
import { useMay } from '../../session/use-me.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { ListScreen } from '../../ui/frame/ListScreen.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import { noSelection } from '../../ui/table/selection.ts'
import { useSelection } from '../../ui/table/use-selection.ts'
import { Iccid } from '../../ui/value/Copyable.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import {
  CertificateLink,
  useCertificateColumns,
  useCertificateFilters,
  useCertificates,
  useCertificateSearch,
} from './certificate-list.tsx'
import { CertificateStatus } from './CertificateStatus.tsx'
import { CertificateRunLink } from '../CertificateRunLink.tsx'
import { awaitsApproval } from './acts.ts'
import { certificateText } from './certificate-text.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { InvalidateDialog } from './InvalidateDialog.tsx'

/** Screen of the certificates on all SIMs. */
export function CertificateListPage() {
  const t = useText(certificateText)
  const search = useCertificateSearch()
  const certificates = useCertificates(search)
  const filters = useCertificateFilters(search)
  const columns = useCertificateColumns({ sim: true })
  const { selection, onSelect } = useSelection(search.filters)
  const mayRevoke = useMay('IOTSAFE_CERTIFICATES_DELETE')
  const mayDecide = useMay('IOTSAFE_CERTIFICATES_UPDATE')
  const [revoking, setRevoking] = useState<number[]>([])
  const [deciding, setDeciding] = useState<{ certIds: number[]; approve: boolean } | null>(null)
  useWatchedSims(certificates.rows?.map(({ simId }) => simId) ?? [])
  const chosen = selection.kind === 'rows' ? [...selection.ids].map(Number) : []
  const rows = certificates.rows ?? []
  const isWaiting = rows.some((one) => chosen.includes(one.id) && awaitsApproval(one))
  const decisions = mayDecide && isWaiting ? [true, false] : []
  // Rows of other pages are not known here; the server skips those that do not wait.
  const decided = chosen.filter((id) => !rows.some((one) => one.id === id && !awaitsApproval(one)))
  const decidedCount = formatNumber(decided.length)
  return (
    <ListScreen
      title={t.title}
      actions={<CertificateRunLink>{t.issueMany}</CertificateRunLink>}
      filter={{
        search: {
          value: search.filters.iccid ?? '',
          placeholder: t.searchIccid,
          onChange: (value) => search.setFilter('iccid', value.replaceAll(/\D/g, '') || null),
        },
        filters,
        onClear: search.clear,
      }}
      bar={{
        bulkActions: (
          <>
            {decisions.map((approve) => (
              <Button key={String(approve)} size="sm" onClick={() => setDeciding({ certIds: decided, approve })}>
                {approve ? t.approveMany(decidedCount) : t.rejectMany(decidedCount)}
              </Button>
            ))}
            {mayRevoke && (
              <Button variant="danger" size="sm" onClick={() => setRevoking(chosen)}>
                {t.invalidateMany(formatNumber(chosen.length))}
              </Button>
            )}
          </>
        ),
      }}
      list={certificates}
      columns={columns}
      rowId={({ id }) => String(id)}
      rowName={({ label, iccid }) => `${label} ${iccid}`}
      selection={selection}
      onSelect={onSelect}
      withoutBoxes={!mayRevoke && !mayDecide}
      card={(one) => (
        <CardLines
          name={<CertificateLink of={one} />}
          end={<CertificateStatus of={one} />}
          second={[<Iccid key="iccid" value={one.iccid} />]}
          parts={[{ name: t.subject, value: <bdi>{one.csrSubject}</bdi> }]}
        />
      )}
      empty={
        search.filtered ? (
          <EmptyState title={t.noneMatching} actions={<Button onClick={search.clear}>{t.clear}</Button>}>
            {t.noneMatchingWords}
          </EmptyState>
        ) : (
          <EmptyState title={t.none} actions={<Link to="/iot-safe">SIM</Link>}>
            {t.noneWords}
          </EmptyState>
        )
      }
    >
      {deciding && (
        <DecideDialog
          {...deciding}
          onClose={() => setDeciding(null)}
          onDone={() => {
            setDeciding(null)
            onSelect(noSelection)
          }}
        />
      )}
      {revoking.length > 0 && (
        <InvalidateDialog
          wanted={{ certIds: revoking }}
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
