import type { SimLocation } from '@simdeck/contract/sim-locations.ts'
import clsx from 'clsx'
import { lazy, Suspense } from 'react'
import { inTime } from '../../session/address/load-screen.ts'
import { useMap } from '../../session/use-map.ts'
import { boundsOf } from '../../ui/map/circles.ts'
import { mapText } from '../../ui/map/map-text.ts'
import { formatMoment } from '../../ui/words/clock.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import css from './location.module.css'
import { locationText } from './location-text.ts'

const WorldMap = lazy(async () => ({ default: (await inTime(import('../../ui/map/WorldMap.tsx'))).WorldMap }))
const MapMark = lazy(async () => ({ default: (await inTime(import('../../ui/map/MapMark.tsx'))).MapMark }))

/** The base stations of a SIM on a map, with their accuracy and times; or the reason why there is no map. */
export function LocationMap({ locations, label }: { locations: readonly SimLocation[]; label: string }) {
  const t = useText(mapText)
  const words = useText(locationText)
  useZone()
  const { googleKey, isDrawable, onUnavailable } = useMap()
  const places = locations.flatMap(({ longitude, latitude, accuracy, since, until }, at) =>
    longitude === null || latitude === null ? [] : [{ longitude, latitude, metres: accuracy ?? 0, since, until, isPresent: at === 0 }],
  )
  const whole = boundsOf(places)
  if (whole === null || !isDrawable)
    return (
      <p className={css.noMap} role="status">
        {t.noMap}
        <span>{whole !== null ? t.noWebgl : locations.length === 0 ? words.none : words.unknownPlaces}</span>
      </p>
    )
  return (
    <div className={css.map}>
      <Suspense>
        <WorldMap key={whole.join()} googleKey={googleKey} label={label} whole={whole} circles={places} onUnavailable={onUnavailable}>
          {(map) =>
            places.toReversed().map((place) => (
              <MapMark key={place.since} map={map} longitude={place.longitude} latitude={place.latitude}>
                <span className={clsx(css.place, place.isPresent && css.present)}>
                  <span className={css.time}>{formatMoment(place.until ?? place.since)}</span>
                </span>
              </MapMark>
            ))
          }
        </WorldMap>
      </Suspense>
    </div>
  )
}
