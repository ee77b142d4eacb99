import type { CampaignSim } from '@simdeck/contract/campaign-report.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { uninstallShown } from '@simdeck/contract/ota-progress.ts'
import { isOpenStatus } from '../campaign-counts.ts'

/** The OTA that decides the status of a SIM. */
export function decidingOta({ id, otas }: Pick<CampaignSim, 'id' | 'otas'>): OtaLog | undefined {
  return otas.find((ota) => ota.id === id) ?? otas.at(-1)
}

/**
 * The row after a change of one of its OTAs, or after the removal of an old poller was added to it; the same row if the OTA is of another SIM.
 * A SIM has an install and the removal before it, or the install of a new poller and the removal after it, or one OTA.
 */
export function withOta(row: CampaignSim, changed: OtaLog): CampaignSim {
  if (row.sim_id !== changed.sim_id) return row
  const isKnown = row.otas.some(({ id }) => id === changed.id)
  const otas = isKnown ? row.otas.map((ota) => (ota.id === changed.id ? changed : ota)) : [...row.otas, changed]
  const removal = otas.length > 1 ? otas.find(isRemoval) : undefined
  const main = otas.find((ota) => ota !== removal)
  if (!main) return row
  const cancelled = otas.every(({ progress }) => progress.reason === 'cancelled')
  const decided = (by: OtaLog, status = by.progress.status) => ({ ...row, otas, cancelled, id: by.id, status })
  if (!removal) return decided(main)
  const isRemoved = ['Succeeded', 'NotFound'].includes(removal.progress.status)
  if (main.progress.status === 'Succeeded' && !isRemoved)
    return decided(removal, removal.progress.status === 'Ready' ? 'Started' : removal.progress.status)
  if (main.progress.status !== uninstallShown.install) return decided(main)
  if (uninstallShown.uninstall.includes(removal.progress.status)) return decided(removal)
  return decided(main, isRemoved ? 'Started' : main.progress.status)
}

const isRemoval = ({ progress }: OtaLog): boolean => progress.action_type.type === otaKinds.remove.actionType

/** True while the removal of the old poller waits for a POLL of the new one. */
export function awaitsNewPoller({ otas }: Pick<CampaignSim, 'otas'>): boolean {
  const [install, removal] = otas
  return install?.progress.status === 'Succeeded' && removal !== undefined && isRemoval(removal) && removal.progress.status === 'Ready'
}

/** The end of the last OTA of a SIM; null while it is under way, even if the removal of a replacement has ended. */
export function endOf({ otas, status }: Pick<CampaignSim, 'otas' | 'status'>): string | null {
  if (isOpenStatus(status)) return null
  return otas.findLast(({ finished_at: at }) => at !== null)?.finished_at ?? null
}

/** The time in milliseconds from the first script of a SIM to its end, or to `now` while it is under way; null if nothing was sent. */
export function durationMs({ otas, status }: Pick<CampaignSim, 'otas' | 'status'>, now: number): number | null {
  const begun = otas.flatMap(({ channel_at: channel, started_at: started }) =>
    (channel ?? started) ? [Date.parse((channel ?? started)!)] : [],
  )
  if (begun.length === 0) return null
  const isOpen = isOpenStatus(status)
  const ends = otas.flatMap(({ finished_at: finished }) => (finished ? [Date.parse(finished)] : []))
  const end = isOpen ? now : Math.max(...ends)
  return Number.isFinite(end) ? Math.max(0, end - Math.min(...begun)) : null
}
