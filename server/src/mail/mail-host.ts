import { lookup } from 'node:dns/promises'
import { type Range, rangeHolds, readAddress } from '../platform/http/ranges.ts'

const mostAddresses = 4

/**
 * Where mail may be handed over: `anywhere` for the server of the environment; for one of the settings at public addresses and those
 * of the ranges, so that nobody probes this machine and its network through it.
 */
export type Reach = 'anywhere' | readonly Range[]

export function mayReach(reach: Reach, ip: string): boolean {
  if (reach === 'anywhere') return true
  const address = readAddress(ip)
  return address !== null && (address.range() === 'unicast' || reach.some((range) => rangeHolds(range, address)))
}

/** The addresses of a host that may be reached; the connection goes to these, without another look-up. Throws for an unknown host. */
export async function addressesOf(host: string, reach: Reach): Promise<string[]> {
  const found = await lookup(host, { all: true })
  return found
    .map(({ address }) => address)
    .filter((address) => mayReach(reach, address))
    .slice(0, mostAddresses)
}
