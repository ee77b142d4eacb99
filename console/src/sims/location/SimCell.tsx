import type { Sim } from '@simdeck/contract/sims.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { None } from '../../ui/value/None.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from './location.module.css'
import { locationText } from './location-text.ts'

const MiniMap = lazy(async () => ({ default: (await import('../../ui/map/MiniMap.tsx')).MiniMap }))

const pair = (a: string | number | null, b: string | number | null) => (a === null && b === null ? <None /> : `${a ?? '—'} / ${b ?? '—'}`)

/** The present base station of a SIM. The picture of its place leads to the map. */
export function SimCell({ sim }: { sim: Sim }) {
  const t = useText(locationText)
  const { longitude, latitude, accuracy } = sim
  return (
    <Section title={t.station} note={accuracy === null ? undefined : t.about(formatNumber(accuracy))}>
      {longitude !== null && latitude !== null && (
        <Link className={css.mini} to="/sims/$id/$cid/location" params={{ id: String(sim.id), cid: sim.iccid }}>
          <Suspense>
            <MiniMap longitude={longitude} latitude={latitude} metres={accuracy ?? 0} label={t.mapOf(sim.device_alias ?? sim.iccid)} />
          </Suspense>
        </Link>
      )}
      <Facts
        end
        facts={[
          { name: 'MCC / MNC', value: pair(sim.mcc, sim.mnc) },
          { name: t.lacCell, value: pair(sim.lac, sim.cell_id) },
        ]}
      />
    </Section>
  )
}
