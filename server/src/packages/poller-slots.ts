import { fixedAids } from '@simdeck/protocol/aid.ts'

/** Hex digits of our poller AIDs up to the slot; package, module and instance of a slot share them. */
export const pollerSlotDigits = 22

/** The two slots with the package that fills each. */
export const pollerSlots = [fixedAids.pollerA, fixedAids.pollerB].map(({ packageAid }) => ({
  slot: packageAid.slice(0, pollerSlotDigits),
  packageAid,
}))
