import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address range: its network address and the length of its prefix in bits. */
export type Range = { network: ipaddr.IPv4 | ipaddr.IPv6; bits: number }

const mappedBits = 96

/**
 * Reads an address or a CIDR range of IPv4 or IPv6; null if it is neither. Bits beyond the prefix are cleared, and an IPv4 range written as
 * IPv4-mapped IPv6 becomes an IPv4 range.
 */
export function readRange(text: string): Range | null {
  const [address = '', prefix, ...rest] = text.trim().split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return null
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return null
  const written = ipaddr.parse(address)
  const mapped = written instanceof ipaddr.IPv6 && written.isIPv4MappedAddress()
  const maxBits = written.toByteArray().length * 8
  const bits = prefix === undefined ? maxBits : Number(prefix)
  if (bits > maxBits || (mapped && bits < mappedBits)) return null
  if (mapped) return { network: networkOf(written.toIPv4Address(), bits - mappedBits), bits: bits - mappedBits }
  return { network: networkOf(written, bits), bits }
}

/** The stored and shown form of a range: `192.0.2.0/24`, `2001:db8::/32`; a single address without its prefix. */
export function rangeText({ network, bits }: Range): string {
  const address = addressText(network)
  return bits === network.toByteArray().length * 8 ? address : `${address}/${bits}`
}

/** An address in canonical form, IPv4-mapped IPv6 as IPv4; null if it is no address. */
export function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null
}

export const addressText = (address: ipaddr.IPv4 | ipaddr.IPv6): string =>
  address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString()

export const rangeContains = ({ network, bits }: Range, address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  network.kind() === address.kind() && address.match(network, bits)

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): ipaddr.IPv4 | ipaddr.IPv6 {
  const bytes = address.toByteArray().map((byte, index) => byte & (0xff << Math.max(0, 8 - Math.max(0, bits - index * 8))))
  return ipaddr.fromByteArray(bytes)
}
