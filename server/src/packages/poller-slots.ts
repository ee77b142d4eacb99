import { fixedAids } from '@simdeck/protocol/aid.ts'

/** Length in hex digits of the common prefix of our poller AIDs; package, module and instance of a slot share it. */
export const pollerSlotDigits = 22

/** The two poller slots, each with its package. */
export const pollerSlots = [fixedAids.pollerA, fixedAids.pollerB].map(({ packageAid }) => ({
  slot: packageAid.slice(0, pollerSlotDigits),
  packageAid,
}))

/** The package of a poller instance, by its slot; the AID itself for a poller of another supplier. */
export const pollerPackageOf = (instanceAid: string): string =>
  pollerSlots.find(({ slot }) => instanceAid.startsWith(slot))?.packageAid ?? instanceAid
