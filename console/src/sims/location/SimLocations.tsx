import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimLocation } from '@simdeck/contract/sim-locations.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { useSettings } from '../../session/settings.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { None } from '../../ui/value/None.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from './location.module.css'
import { LocationMap } from './LocationMap.tsx'
import { locationText, radioName } from './location-text.ts'

/** The last base stations of a SIM, the newest first. They are read again when the SIM is in another cell. */
export function SimLocations({ sim }: { sim: Sim }) {
  const t = useText(locationText)
  const count = useSettings(({ displayedLocations }) => displayedLocations)
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.listSimLocations, { params: { id: sim.id } }, sim.mcc, sim.mnc, sim.lac, sim.cell_id, count),
    placeholderData: (before) => before,
    refetchOnMount: 'always',
  })
  return (
    <Section title={t.title}>
      {!data && !error && <Skeleton width={360} />}
      {error && !data && <ErrorState message={failureText(error)} onRetry={() => void refetch()} />}
      {data && data.length > 0 && <p className={css.note}>{t.note(count)}</p>}
      {data && <LocationMap locations={data} label={t.mapOf(sim.device_alias ?? sim.iccid)} />}
      {data && data.length > 0 && <LocationTable locations={data} lastPoll={sim.last_poll} />}
    </Section>
  )
}

function LocationTable({ locations, lastPoll }: { locations: readonly SimLocation[]; lastPoll: string | null }) {
  const t = useText(locationText)
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t.title}>
      <table className={css.locations}>
        <thead>
          <tr>
            <th scope="col">{t.since}</th>
            <th scope="col">{t.until}</th>
            <th scope="col">{t.network}</th>
            <th scope="col">MCC / MNC</th>
            <th scope="col">LAC / TAC</th>
            <th scope="col">Cell ID</th>
            <th scope="col">{t.position}</th>
            <th scope="col">{t.accuracy}</th>
          </tr>
        </thead>
        <tbody>
          {locations.map((one, at) => (
            <tr key={one.since}>
              <td>
                <Time at={one.since} />
              </td>
              <td>
                {at === 0 ? (
                  <>
                    <Time at={lastPoll} />
                    {t.now}
                  </>
                ) : one.until ? (
                  <Time at={one.until} />
                ) : (
                  <None />
                )}
              </td>
              <td>{one.radio === null ? <None /> : radioName(one.radio)}</td>
              <td>{`${one.mcc} / ${one.mnc}`}</td>
              <td>{one.lac}</td>
              <td>{one.cellId}</td>
              <td>{one.latitude === null || one.longitude === null ? <None /> : `${one.latitude}, ${one.longitude}`}</td>
              <td>{one.accuracy === null || one.source === null ? <None /> : t.within(formatNumber(one.accuracy), t[one.source])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
