import { endpoints } from '@simdeck/contract/endpoints.ts'
import { unknownArea } from '@simdeck/contract/map-area.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconList, IconMap, IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ComponentProps } from 'react'
import { inTime } from '../session/address/load-screen.ts'
import { failureText } from '../session/api/failure.ts'
import { keepRows } from '../session/api/query-client.ts'
import { queryOf } from '../session/api/query.ts'
import { useMap } from '../session/use-map.ts'
import type { SimSearch } from '../sims/list/sim-list-query.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { FilterBar } from '../ui/filter/FilterBar.tsx'
import { Button, LinkButton } from '../ui/form/Button.tsx'
import { Page } from '../ui/frame/Page.tsx'
import { mapText } from '../ui/map/map-text.ts'
import type { MapView } from '../ui/map/shown-map.ts'
import { Segments } from '../ui/value/Bits.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { type Colour, queryOfView, wholeWorld } from './clusters.ts'
import { ClusterPanel } from './ClusterPanel.tsx'
import { ClusterTable } from './ClusterTable.tsx'
import css from './fleet-map.module.css'
import { fleetMapText } from './fleet-map-text.ts'

const FleetMap = lazy(async () => ({ default: (await inTime(import('./FleetMap.tsx'))).FleetMap }))

const currentMs = 30_000
const colours: readonly Colour[] = ['connection', 'signal']

/** Screen of the SIMs on a map: clusters counted by the server, with the filters of the list, as a map or as a table. */
export function MapPage({ filters, bar }: { filters: SimSearch['filters']; bar: ComponentProps<typeof FilterBar> }) {
  const t = useText(fleetMapText)
  const words = useText(mapText)
  const [{ view, before }, setView] = useState<{ view: MapView; before: MapView }>({ view: wholeWorld, before: wholeWorld })
  const [colour, setColour] = useState<Colour>('connection')
  const { googleKey, isDrawable, onUnavailable } = useMap()
  const [asTable, setAsTable] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const questionOf = (shown: MapView) => queryOf(endpoints.getSimMap, { query: { ...filters, ...queryOfView(shown) } })
  const whole = useQuery({ ...questionOf(wholeWorld), ...keepRows })
  const { data: map, error, refetch, isPlaceholderData } = useQuery({ ...questionOf(view), ...keepRows, refetchInterval: currentMs })
  const cluster = map?.clusters.find(({ area }) => area === chosen)
  const extent = whole.data?.extent
  const noMap = map?.located === 0 || !isDrawable
  return (
    <Page
      title={t.title}
      fit
      actions={
        <>
          {map && map.located > 0 && isDrawable && (
            <Button icon={asTable ? <IconMap size={16} /> : <IconTable size={16} />} onClick={() => setAsTable(!asTable)}>
              {asTable ? t.asMap : t.asTable}
            </Button>
          )}
          <LinkButton to="/" search={filters} icon={<IconList size={16} />}>
            {t.inList}
          </LinkButton>
        </>
      }
    >
      <FilterBar {...bar} />
      <div className={css.bar}>
        {map && (
          <p>
            <b>{t.located(formatNumber(map.located))}</b> <span className={css.all}>{t.ofAll(formatNumber(map.total))}</span>{' '}
            {map.located < map.total && (
              <Link to="/" search={{ ...filters, area: unknownArea }}>
                {t.unlocated(formatNumber(map.total - map.located))}
              </Link>
            )}
          </p>
        )}
        <div className={css.colours}>
          <span aria-hidden="true">{t.colour}</span>
          <Segments label={t.colour} value={colour} options={colours.map((value) => ({ value, words: t[value] }))} onChange={setColour} />
        </div>
      </div>
      {error && !map && <ErrorState message={failureText(error)} onRetry={() => void refetch()} />}
      {noMap && map && (
        <div className={css.noMap} role="status">
          <p>{words.noMap}</p>
          <p>{isDrawable ? t.noTowers : words.noWebgl}</p>
        </div>
      )}
      {map && map.located > 0 && (
        <div className={css.split}>
          {asTable || !isDrawable ? (
            <ClusterTable clusters={map.clusters} colour={colour} filters={filters} />
          ) : (
            <div className={css.map}>
              {extent && (
                <Suspense>
                  <FleetMap
                    map={map}
                    googleKey={googleKey}
                    isOfOtherZoom={isPlaceholderData && queryOfView(view).zoom !== queryOfView(before).zoom}
                    extent={extent}
                    colour={colour}
                    chosen={chosen}
                    onChoose={(area) => setChosen(area === chosen ? null : area)}
                    onView={(next) => setView((last) => ({ view: next, before: last.view }))}
                    onUnavailable={onUnavailable}
                  />
                </Suspense>
              )}
            </div>
          )}
          {cluster && <ClusterPanel cluster={cluster} colour={colour} filters={filters} onClose={() => setChosen(null)} />}
        </div>
      )}
    </Page>
  )
}
