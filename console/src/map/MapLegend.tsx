import { lowShare } from '@simdeck/contract/low-share.ts'
import clsx from 'clsx'
import { useState } from 'react'
import { Button } from '../ui/form/Button.tsx'
import { formatPercent } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import type { Colour } from './clusters.ts'
import { Ring } from './ClusterMark.tsx'
import css from './fleet-map.module.css'
import { fleetMapText } from './fleet-map-text.ts'

const example = { longitude: 0, latitude: 0, area: '', sims: 100, measured: 100 }
const fine = { ...example, on: 95, weak: 5 }
const low = { ...example, on: 80, weak: 20 }

/** Explains the rings of the clusters. A narrow screen has it behind a button. */
export function MapLegend({ colour }: { colour: Colour }) {
  const t = useText(fleetMapText)
  const [isOpen, setOpen] = useState(false)
  const limit = formatPercent(lowShare, 1)
  return (
    <>
      <div className={css.legendButton}>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t.legend}
        </Button>
      </div>
      <section className={clsx(css.legend, !isOpen && css.folded)} aria-label={t.legend}>
        <h2>{colour === 'connection' ? t.legendOn : t.legendStrong}</h2>
        <p>
          <span className={css.sample}>
            <Ring cluster={fine} colour={colour} radius={11} />
          </span>
          {colour === 'connection' ? t.enoughOn(limit) : t.enoughStrong(limit)}
        </p>
        <p>
          <span className={css.sample}>
            <Ring cluster={low} colour={colour} radius={11} />
          </span>
          {t.low(limit)}
        </p>
        <p>
          <svg className={css.sizes} viewBox="0 0 22 22" aria-hidden="true">
            <circle cx="5" cy="12" r="4" />
            <circle cx="14" cy="11" r="7" />
          </svg>
          {t.size}
        </p>
      </section>
    </>
  )
}
