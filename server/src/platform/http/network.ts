import ipaddr from 'ipaddr.js'

/** The address itself; of IPv6 the /64, all of which one customer has. */
export function network(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return (address as ipaddr.IPv6).parts.slice(0, 4).join(':')
}
