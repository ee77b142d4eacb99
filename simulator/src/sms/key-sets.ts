import { fromHex } from '@simdeck/protocol/bytes.ts'
import { keySetOf } from '@simdeck/protocol/scp80/algorithms.ts'
import type { PacketKeys } from '@simdeck/protocol/scp80/algorithms.ts'
import type { CommandHeader } from '@simdeck/protocol/scp80/command-packet.ts'

/** An SCP80 key set in the memory of a card, with the highest counter that it accepted. Keys are hex. */
export interface OtaKeySet {
  /** 1 to 15. */
  number: number
  kic: string
  kid: string
  /** The low halves of KIc and KID for which the keys were made. Under another algorithm the card uses them for nothing. */
  kicAlgorithm: number
  kidAlgorithm: number
  macLength: 4 | 8
  counter: number
}

const algorithmOf = (octet: number): number => octet & 0x0f

/**
 * The key set of a packet; null if the card has none, or if the packet names two key sets or an algorithm for which the keys were not made.
 * So nobody can let the card compute a weaker checksum under a key.
 */
export function keySetFor(keySets: readonly OtaKeySet[], { spi, kic, kid }: CommandHeader): OtaKeySet | null {
  const encrypts = spi.ciphered || spi.proofCiphered
  const found = keySets.find(({ number }) => number === keySetOf(kid))
  if (!found || (encrypts && keySetOf(kic) !== found.number)) return null
  if (encrypts && algorithmOf(kic) !== found.kicAlgorithm) return null
  return algorithmOf(kid) === found.kidAlgorithm ? found : null
}

export function packetKeys({ kic, kid, macLength }: OtaKeySet): PacketKeys {
  return { kic: fromHex(kic), kid: fromHex(kid), macLength }
}
