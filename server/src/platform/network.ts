import ipaddr from 'ipaddr.js'

/** The address itself; for IPv6 its /64, which belongs to one customer. */
export function network(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return (address as ipaddr.IPv6).parts.slice(0, 4).join(':')
}
