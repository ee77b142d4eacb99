import { lookup } from 'node:dns/promises'
import { type Range, rangeContains, readAddress } from './ranges.ts'

const maxAddresses = 4

/**
 * Allowed addresses of another server: `anywhere` for one of the environment. A server of the settings may have a public address or
 * one of the ranges, so that a member cannot probe this machine and its network through it.
 */
export type Reach = 'anywhere' | readonly Range[]

export function mayReach(reach: Reach, ip: string): boolean {
  if (reach === 'anywhere') return true
  const address = readAddress(ip)
  return address !== null && (address.range() === 'unicast' || reach.some((range) => rangeContains(range, address)))
}

/** The reachable addresses of a host; the connection uses these without another lookup. Throws if the host is unknown. */
export async function addressesOf(host: string, reach: Reach): Promise<string[]> {
  const found = await lookup(host, { all: true })
  return found
    .map(({ address }) => address)
    .filter((address) => mayReach(reach, address))
    .slice(0, maxAddresses)
}
