import type { SimMap } from '@simdeck/contract/sim-map.ts'
import { MapMark } from '../ui/map/MapMark.tsx'
import type { MapView } from '../ui/map/shown-map.ts'
import { WorldMap } from '../ui/map/WorldMap.tsx'
import { useText } from '../ui/words/text.ts'
import { boundsOfExtent, type Colour, placeOf, radiusOf } from './clusters.ts'
import { ClusterMark } from './ClusterMark.tsx'
import { fleetMapText } from './fleet-map-text.ts'
import { MapLegend } from './MapLegend.tsx'

interface FleetMapProps {
  map: SimMap
  googleKey: string
  /** The clusters are those of the zoom before; those of the present one are on their way. */
  isOfOtherZoom: boolean
  extent: NonNullable<SimMap['extent']>
  colour: Colour
  /** The area of the chosen cluster. */
  chosen: string | null
  onChoose: (area: string) => void
  onView: (view: MapView) => void
  onUnavailable: () => void
}

/** The clusters of SIMs on a map. */
export function FleetMap({
  map: { clusters },
  googleKey,
  isOfOtherZoom,
  extent,
  colour,
  chosen,
  onChoose,
  onView,
  onUnavailable,
}: FleetMapProps) {
  const t = useText(fleetMapText)
  const most = Math.max(1, ...clusters.map(({ sims }) => sims))
  return (
    <>
      <WorldMap
        googleKey={googleKey}
        label={t.mapOf(clusters.length)}
        whole={boundsOfExtent(extent)}
        onView={onView}
        onUnavailable={onUnavailable}
      >
        {(map) =>
          clusters.map((cluster) => {
            const radius = radiusOf(cluster.sims, most)
            return (
              <MapMark key={cluster.area} map={map} {...(isOfOtherZoom ? cluster : placeOf(cluster, radius))}>
                <ClusterMark
                  cluster={cluster}
                  colour={colour}
                  radius={radius}
                  chosen={cluster.area === chosen}
                  onChoose={() => onChoose(cluster.area)}
                />
              </MapMark>
            )
          })
        }
      </WorldMap>
      <MapLegend colour={colour} />
    </>
  )
}
