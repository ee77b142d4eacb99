import { Link } from '@tanstack/react-router'
import { Iccid } from '../ui/value/Copyable.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { campaignText } from './campaign-text.ts'
import css from './campaign.module.css'

interface ListedSim {
  id: number
  iccid: string
  device_alias: string | null
}
const maxLinks = 100

interface SimLinksProps {
  sims: readonly ListedSim[]
  count: number
  /** Opens the links in a new tab, for a page whose input would otherwise be lost. */
  newTab?: boolean
}

/** Links to SIMs by name. `count` is the number of all SIMs; at most a hundred of them are listed. */
export function SimLinks({ sims, count, newTab = false }: SimLinksProps) {
  const t = useText(campaignText)
  const shown = sims.slice(0, maxLinks)
  return (
    <>
      <ul className={css.simLinks}>
        {shown.map(({ id, iccid, device_alias: alias }) => (
          <li key={id}>
            <Link to="/sims/$id/$cid" params={{ id: String(id), cid: iccid }} target={newTab ? '_blank' : undefined} title={iccid}>
              {alias ?? <Iccid value={iccid} />}
            </Link>
          </li>
        ))}
      </ul>
      {count > shown.length && <p className={css.first}>{t.firstOnly(formatNumber(shown.length))}</p>}
    </>
  )
}
