import type { SimCluster } from '@simdeck/contract/sim-map.ts'
import clsx from 'clsx'
import { formatNumber, formatPercent } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { type Colour, isLow, shareOf, shortNumber } from './clusters.ts'
import css from './fleet-map.module.css'
import { fleetMapText } from './fleet-map-text.ts'

interface ClusterMarkProps {
  cluster: SimCluster
  colour: Colour
  radius: number
  chosen: boolean
  onChoose: () => void
}

/** A cluster as a button: the number of its SIMs in a ring, of which the coloured part is the share that is fine. */
export function ClusterMark({ cluster, colour, radius, chosen, onChoose }: ClusterMarkProps) {
  const words = useShareWords()
  const t = useText(fleetMapText)
  return (
    <button
      type="button"
      className={clsx(css.cluster, chosen && css.chosen)}
      style={{ width: 2 * radius, height: 2 * radius }}
      aria-pressed={chosen}
      aria-label={t.cluster(formatNumber(cluster.sims), words(cluster, colour))}
      onClick={onChoose}
    >
      <Ring cluster={cluster} colour={colour} radius={radius} />
      <span className={css.number}>{shortNumber(cluster.sims)}</span>
    </button>
  )
}

/** The share of a cluster in words. */
export function useShareWords(): (cluster: SimCluster, colour: Colour) => string {
  const t = useText(fleetMapText)
  return (cluster, colour) => {
    const { part, whole } = shareOf(cluster, colour)
    if (whole === 0) return t.noSignal
    const share = formatPercent(part, whole, 1)
    return colour === 'connection' ? t.onShare(share) : t.strongShare(share)
  }
}

export function Ring({ cluster, colour, radius }: { cluster: SimCluster; colour: Colour; radius: number }) {
  const { part, whole } = shareOf(cluster, colour)
  const low = isLow(cluster, colour)
  const missing = whole === 0 ? 100 : (1 - part / whole) * 100
  const inner = radius - 3
  return (
    <svg className={clsx(css.ring, low && css.low)} viewBox={`${-radius} ${-radius} ${2 * radius} ${2 * radius}`} aria-hidden="true">
      <circle r={radius - 1} className={css.disc} />
      <circle r={inner} className={css.fine} />
      {missing > 0 && (
        <circle r={inner} className={css.missing} pathLength={100} strokeDasharray={`${missing} 100`} transform="rotate(-90)" />
      )}
      {low && <path className={css.triangle} transform={`translate(${radius * 0.62} ${-radius * 0.72})`} d="M0 -6L6 5H-6Z" />}
    </svg>
  )
}
