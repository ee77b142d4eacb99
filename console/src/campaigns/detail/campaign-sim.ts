import type { CampaignSim } from '@simdeck/contract/campaign-report.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import { uninstallShown } from '@simdeck/contract/ota-progress.ts'
import { isOpenStatus } from '../campaign-counts.ts'

/** The OTA that decides the status of a SIM, and the other one of a replacement. */
export function decidingOta({ id, otas }: Pick<CampaignSim, 'id' | 'otas'>): OtaLog | undefined {
  return otas.find((ota) => ota.id === id) ?? otas.at(-1)
}

/** The row after a change of one of its OTAs; the same row if the OTA is not one of them. */
export function withOta(row: CampaignSim, changed: OtaLog): CampaignSim {
  if (!row.otas.some(({ id }) => id === changed.id)) return row
  const otas = row.otas.map((ota) => (ota.id === changed.id ? changed : ota))
  const main = otas.at(-1)
  const removal = otas.length > 1 ? otas[0] : undefined
  if (!main) return row
  const cancelled = otas.every(({ progress }) => progress.reason === 'cancelled')
  if (!removal || main.progress.status !== uninstallShown.install)
    return { ...row, otas, cancelled, id: main.id, status: main.progress.status }
  if (uninstallShown.uninstall.includes(removal.progress.status))
    return { ...row, otas, cancelled, id: removal.id, status: removal.progress.status }
  const isHalfway = removal.progress.status === 'Succeeded' || removal.progress.status === 'NotFound'
  return { ...row, otas, cancelled, id: main.id, status: isHalfway ? 'Started' : main.progress.status }
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
