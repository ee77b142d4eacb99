import type { Sim } from '@simdeck/contract/sims.ts'
import { Link } from '@tanstack/react-router'

/** What a SIM is called: its alias, or its ICCID while it has none. */
export function simName({ device_alias, iccid }: Pick<Sim, 'device_alias' | 'iccid'>): string {
  return device_alias ?? iccid
}

/** A SIM's name that leads to its page. */
export function SimLink({ sim }: { sim: Pick<Sim, 'id' | 'iccid' | 'device_alias'> }) {
  const name = simName(sim)
  return (
    <Link to="/sims/$id/$cid" params={{ id: String(sim.id), cid: sim.iccid }} title={name}>
      {name}
    </Link>
  )
}
