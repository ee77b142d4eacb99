import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimCluster } from '@simdeck/contract/sim-map.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { queryOf } from '../session/api/query.ts'
import type { SimSearch } from '../sims/list/sim-list-query.ts'
import { ConnectionNow } from '../sims/status/ConnectionNow.tsx'
import { IconButton, LinkButton } from '../ui/form/Button.tsx'
import { Facts } from '../ui/frame/Page.tsx'
import { RatioBar } from '../ui/value/Bits.tsx'
import { SignalBars } from '../ui/value/SignalBars.tsx'
import { Time } from '../ui/value/Time.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { areaWithin, type Colour, isLow } from './clusters.ts'
import { useShareWords } from './ClusterMark.tsx'
import { usePartsOf, useSilentFact } from './cluster-figures.tsx'
import css from './fleet-map.module.css'
import { fleetMapText } from './fleet-map-text.ts'

const listed = 8

interface ClusterPanelProps {
  cluster: SimCluster
  colour: Colour
  filters: SimSearch['filters']
  onClose: () => void
}

/** The figures of a cluster, its SIMs that were silent the longest, and a link to all of them in the list. */
export function ClusterPanel({ cluster, colour, filters, onClose }: ClusterPanelProps) {
  const t = useText(fleetMapText)
  const words = useShareWords()
  const query = { ...filters, area: areaWithin(cluster.area, filters.area) }
  const { data } = useQuery(queryOf(endpoints.listSims, { query: { ...query, sort: 'last_poll:ASC', take: listed } }))
  const low = isLow(cluster, colour)
  const parts = usePartsOf(cluster, colour)
  const facts = parts.map(({ name, value }) => ({ name, value: formatNumber(value) }))
  const silent = useSilentFact(query, colour === 'connection')
  return (
    <aside className={css.panel} aria-label={t.selected}>
      <div className={css.panelHead}>
        <h2>{t.selected}</h2>
        <IconButton label={t.close} onClick={onClose}>
          <IconX size={16} />
        </IconButton>
      </div>
      <p className={css.figure}>
        <b>{formatNumber(cluster.sims)}</b> {t.sims}
        <span className={clsx(low && css.lowShare)}>
          {low && <IconAlertTriangle size={16} aria-hidden="true" />}
          {words(cluster, colour)}
        </span>
      </p>
      <div className={css.shares}>
        <RatioBar label={t[colour]} parts={parts} />
      </div>
      <Facts end facts={silent === null ? facts : [...facts, silent]} />
      <div className={css.order}>
        <h3>SIM</h3>
        <span>{t.oldest}</span>
      </div>
      <ul className={css.sims}>
        {data?.data.map((sim) => (
          <li key={sim.id}>
            <Link to="/sims/$id/$cid" params={{ id: String(sim.id), cid: sim.iccid }}>
              {sim.device_alias ?? sim.iccid}
            </Link>
            <ConnectionNow sim={sim} />
            <Time at={sim.last_poll} />
            <SignalBars rsrpDbm={sim.rsrp} />
          </li>
        ))}
      </ul>
      <div className={css.panelFoot}>
        <LinkButton variant="primary" fullWidth to="/" search={query}>
          {t.showThese(formatNumber(cluster.sims))}
        </LinkButton>
      </div>
    </aside>
  )
}
