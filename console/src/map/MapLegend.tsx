import { formatPercent } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { type Colour, lowShare } from './clusters.ts'
import { Ring } from './ClusterMark.tsx'
import css from './fleet-map.module.css'
import { fleetMapText } from './fleet-map-text.ts'

const example = { longitude: 0, latitude: 0, area: '', sims: 100, measured: 100 }
const fine = { ...example, on: 95, weak: 5 }
const low = { ...example, on: 80, weak: 20 }

/** Explains the rings of the clusters. */
export function MapLegend({ colour }: { colour: Colour }) {
  const t = useText(fleetMapText)
  const limit = formatPercent(lowShare, 1)
  return (
    <section className={css.legend}>
      <h2>{colour === 'connection' ? t.legendOn : t.legendStrong}</h2>
      <p>
        <span className={css.sample}>
          <Ring cluster={fine} colour={colour} radius={11} />
        </span>
        {t.enough(limit)}
      </p>
      <p>
        <span className={css.sample}>
          <Ring cluster={low} colour={colour} radius={11} />
        </span>
        {t.low(limit)}
      </p>
      <p>{t.size}</p>
    </section>
  )
}
