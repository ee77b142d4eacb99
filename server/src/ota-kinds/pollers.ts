import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import { pollerSlotDigits } from '../packages/poller-slots.ts'
import type { OtaJobRow } from './kind.ts'

const slotOf = (aid: string) => aid.slice(0, pollerSlotDigits)

/** Whether the OTA replaces or removes the poller that runs it while the SIM is not known to hold one in the other slot. */
export function wouldLeaveNoPoller(row: OtaJobRow, pollerAid: string): boolean {
  if (row.applet_type !== appletTypes.poller || row.package_aid === null) return false
  const target = slotOf(row.package_aid)
  if (target !== slotOf(pollerAid)) return false
  return ![row.poller_instance_aid, row.standby_poller_instance_aid].some((aid) => aid !== null && slotOf(aid) !== target)
}
