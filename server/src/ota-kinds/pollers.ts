import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import { pollerPackageOf, pollerSlotDigits } from '../packages/poller-slots.ts'
import type { OtaJobRow } from './kind.ts'

const slotOf = (aid: string) => aid.slice(0, pollerSlotDigits)

/** True if the SIM is known to hold a poller in another slot. */
const hasOtherThan = (row: OtaJobRow, slot: string): boolean =>
  [row.poller_instance_aid, row.standby_poller_instance_aid].some((aid) => aid !== null && slotOf(aid) !== slot)

/** True if the OTA would replace or remove its own running poller while no poller is known in the other slot of the SIM. */
export function wouldLeaveNoPoller(row: OtaJobRow, pollerAid: string): boolean {
  if (row.applet_type !== appletTypes.poller || row.package_aid === null) return false
  const target = slotOf(row.package_aid)
  return target === slotOf(pollerAid) && !hasOtherThan(row, target)
}

/** The instance of the new poller, if the OTA removes the poller before it. */
export function successorOf({ kind, params }: OtaJobRow): string | null {
  return kind === 'remove' ? (otaKinds.remove.otaParameters.safeParse(params).data?.successorAID ?? null) : null
}

export function successorPackage(row: OtaJobRow): string | null {
  const successor = successorOf(row)
  return successor === null ? null : pollerPackageOf(successor)
}

/** True if the old poller itself runs its removal, which then removes the new poller instead. */
export const isWayBack = ({ package_aid: packageAid }: OtaJobRow, pollerAid: string): boolean =>
  packageAid !== null && slotOf(packageAid) === slotOf(pollerAid)

/**
 * True if this poller has to leave the removal of a poller to the other one. No poller removes itself. The new poller removes the old one as
 * soon as it polls, and the old one removes the new one only after the time in which that had to poll.
 */
export function hasToWait(row: OtaJobRow, pollerAid: string, now: Date): boolean {
  if (row.applet_type !== appletTypes.poller || row.package_aid === null) return false
  const slot = slotOf(pollerAid)
  const isOld = slot === slotOf(row.package_aid)
  const successor = successorOf(row)
  if (successor === null) return isOld && hasOtherThan(row, slot)
  if (isOld) return hasOtherThan(row, slot) && row.poll_by !== null && row.poll_by > now
  return slot !== slotOf(successor)
}

/** True if this poller is the standby poller of the SIM. */
export const isStandby = ({ standby_poller_instance_aid: standby }: OtaJobRow, pollerAid: string): boolean =>
  standby !== null && standby === pollerAid

/** The removals of old pollers whose new poller is this one. */
export const confirmedBy = (rows: readonly OtaJobRow[], pollerAid: string): OtaJobRow[] =>
  rows.filter((row) => {
    const successor = successorOf(row)
    return successor !== null && slotOf(successor) === slotOf(pollerAid)
  })
