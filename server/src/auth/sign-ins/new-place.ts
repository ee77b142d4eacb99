import type { Db } from '../../platform/db/database.ts'
import { addressText, readAddress, readRange, rangeText } from '../../platform/http/ranges.ts'
import { selectSignInAddresses } from './queries.ts'

/** A person keeps the network, while the last bits of the address change. */
const networkBits = { ipv4: 24, ipv6: 48 } as const

/** The network of an address; the text itself if it is no address. */
function placeOf(ip: string): string {
  const address = readAddress(ip)
  const range = address && readRange(`${addressText(address)}/${networkBits[address.kind()]}`)
  return range ? rangeText(range) : ip
}

/** True if the member has signed in within 90 days, but not from the network of this address. */
export async function isNewPlace(db: Db, memberId: number, ip: string): Promise<boolean> {
  const known = await selectSignInAddresses(db, memberId)
  const place = placeOf(ip)
  return known.length > 0 && !known.some((address) => placeOf(address) === place)
}
