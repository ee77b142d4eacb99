import type { SimCluster } from '@simdeck/contract/sim-map.ts'
import { Link } from '@tanstack/react-router'
import type { SimSearch } from '../sims/list/sim-list-query.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { areaWithin, type Colour } from './clusters.ts'
import { useShareWords } from './ClusterMark.tsx'
import css from './fleet-map.module.css'
import { fleetMapText } from './fleet-map-text.ts'

interface ClusterTableProps {
  clusters: readonly SimCluster[]
  colour: Colour
  filters: SimSearch['filters']
}

/** The clusters of the map for reading, the largest first. */
export function ClusterTable({ clusters, colour, filters }: ClusterTableProps) {
  const t = useText(fleetMapText)
  const words = useShareWords()
  return (
    <div className={css.tableHolder}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t.place}</th>
            <th scope="col">{t.sims}</th>
            <th scope="col">{t[colour]}</th>
            <th scope="col">{t.inList}</th>
          </tr>
        </thead>
        <tbody>
          {clusters.map((cluster) => (
            <tr key={cluster.area}>
              <th scope="row">{`${cluster.latitude.toFixed(3)}, ${cluster.longitude.toFixed(3)}`}</th>
              <td>{formatNumber(cluster.sims)}</td>
              <td>{words(cluster, colour)}</td>
              <td>
                <Link to="/" search={{ ...filters, area: areaWithin(cluster.area, filters.area) }}>
                  {t.showThese(formatNumber(cluster.sims))}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
