import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import { pollerSlotDigits } from '../packages/poller-slots.ts'
import type { OtaJobRow } from './kind.ts'

const slotOf = (aid: string) => aid.slice(0, pollerSlotDigits)

/** True if the OTA would replace or remove its own running poller while no poller is known in the other slot of the SIM. */
export function wouldLeaveNoPoller(row: OtaJobRow, pollerAid: string): boolean {
  if (row.applet_type !== appletTypes.poller || row.package_aid === null) return false
  const target = slotOf(row.package_aid)
  if (target !== slotOf(pollerAid)) return false
  return ![row.poller_instance_aid, row.standby_poller_instance_aid].some((aid) => aid !== null && slotOf(aid) !== target)
}
