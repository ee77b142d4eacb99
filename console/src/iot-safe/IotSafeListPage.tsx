import { Link } from '@tanstack/react-router'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Button } from '../ui/form/Button.tsx'
import { ListScreen } from '../ui/frame/ListScreen.tsx'
import { CardLines } from '../ui/table/CardLines.tsx'
import { Iccid } from '../ui/value/Copyable.tsx'
import { Time } from '../ui/value/Time.tsx'
import { useText } from '../ui/words/text.ts'
import { CertificateRunLink } from './CertificateRunLink.tsx'
import { IotSafeSegments } from './IotSafeSegments.tsx'
import {
  EarliestEnd,
  IotSafeLink,
  NewestCertificate,
  ObjectCount,
  useIotSafeColumns,
  useIotSafeFilters,
  useIotSafeSearch,
  useIotSafeSims,
} from './iot-safe-list.tsx'
import { iotSafeText } from './iot-safe-text.ts'

/** Screen of the SIMs that hold the IoT SAFE applet. */
export function IotSafeListPage() {
  const t = useText(iotSafeText)
  const search = useIotSafeSearch()
  const sims = useIotSafeSims(search)
  const filters = useIotSafeFilters(search)
  const columns = useIotSafeColumns()
  return (
    <ListScreen
      title={t.title}
      counted
      counts="sims"
      actions={<CertificateRunLink>{t.issueMany}</CertificateRunLink>}
      filter={{
        search: {
          value: search.filters.search ?? '',
          placeholder: t.searchSims,
          onChange: (value) => search.setFilter('search', value.slice(0, 100) || null),
        },
        filters,
        onClear: search.clear,
      }}
      notes={<IotSafeSegments filters={search.filters} />}
      list={sims}
      columns={columns}
      rowId={({ id }) => String(id)}
      rowName={({ device_alias, iccid }) => device_alias ?? iccid}
      card={(sim) => (
        <CardLines
          name={<IotSafeLink sim={sim} />}
          end={sim.last_polled_at && <Time at={sim.last_polled_at} relative />}
          second={[<Iccid key="iccid" value={sim.iccid} />]}
          parts={[
            { name: t.newest, value: <NewestCertificate sim={sim} /> },
            { name: t.earliestEnd, value: <EarliestEnd sim={sim} /> },
            { name: t.objects, value: <ObjectCount sim={sim} /> },
          ]}
        />
      )}
      empty={
        search.filtered ? (
          <EmptyState title={t.noneMatching} actions={<Button onClick={search.clear}>{t.clear}</Button>}>
            {t.noneMatchingWords}
          </EmptyState>
        ) : (
          <EmptyState title={t.none} actions={<Link to="/otas">{t.install}</Link>}>
            {t.noneWords}
          </EmptyState>
        )
      }
    />
  )
}
