import { lookup } from 'node:dns/promises'
import { type Range, rangeContains, readAddress, readRange } from './ranges.ts'

const maxAddresses = 4

/** The addresses of IPv6 that are global unicast (RFC 4291); others may lead to an IPv4 address, as `::7f00:1`. */
const globalUnicast = readRange('2000::/3')!
/** The platform of Azure inside a virtual network: an address of the public range that gives out secrets of the machine. */
const azurePlatform = readRange('168.63.129.16')!

/**
 * Allowed addresses of another server: `anywhere` for one of the environment. A server of the settings may have a public address or
 * one of the ranges, so that a member cannot probe this machine and its network through it.
 */
export type Reach = 'anywhere' | readonly Range[]

export function mayReach(reach: Reach, ip: string): boolean {
  if (reach === 'anywhere') return true
  const address = readAddress(ip)
  return address !== null && (isPublic(address) || reach.some((range) => rangeContains(range, address)))
}

function isPublic(address: NonNullable<ReturnType<typeof readAddress>>): boolean {
  if (address.range() !== 'unicast' || rangeContains(azurePlatform, address)) return false
  return address.kind() === 'ipv4' || rangeContains(globalUnicast, address)
}

/** The reachable addresses of a host; the connection uses these without another lookup. Throws if the host is unknown. */
export async function addressesOf(host: string, reach: Reach): Promise<string[]> {
  const found = await lookup(host, { all: true })
  return found
    .map(({ address }) => address)
    .filter((address) => mayReach(reach, address))
    .slice(0, maxAddresses)
}
