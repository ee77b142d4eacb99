import type { Sim } from '@simdeck/contract/sims.ts'
import { Link } from '@tanstack/react-router'

/** Display name of a SIM: its alias, or its ICCID without one. */
export function simName({ device_alias, iccid }: Pick<Sim, 'device_alias' | 'iccid'>): string {
  return device_alias ?? iccid
}

/** Link to a SIM's page with its name. */
export function SimLink({ sim }: { sim: Pick<Sim, 'id' | 'iccid' | 'device_alias'> }) {
  const name = simName(sim)
  return (
    <Link to="/sims/$id/$cid" params={{ id: String(sim.id), cid: sim.iccid }} title={name}>
      {name}
    </Link>
  )
}
