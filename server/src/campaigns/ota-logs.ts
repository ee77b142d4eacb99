import type { SocketEvent } from '@simdeck/contract/events.ts'
import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Db } from '../platform/db/database.ts'
import { type OtaLogRow, selectOtaLogs } from './ota-log-queries.ts'

/** The data of an OTA_LOG event. */
export type OtaLogEvent = Omit<Extract<SocketEvent, { event: 'OTA_LOG' }>, 'event'>

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** A package's key and name from the columns of a left join; null if there is no package. */
export function packageOf(row: Pick<OtaLogRow, 'package_aid' | 'ota_version' | 'label' | 'package_name'>): OtaLog['package'] {
  if (row.package_aid === null || row.ota_version === null || row.label === null) return null
  return { packageAID: row.package_aid, otaVersion: row.ota_version, label: row.label, name: row.package_name ?? '' }
}

function installOf(row: OtaLogRow): OtaLog['install'] {
  if (row.kind !== 'install') return null
  const { data } = otaKinds.install.otaParameters.safeParse(row.params)
  if (!data || data.moduleAID === null || data.instanceAID === null) return null
  const { moduleAID, instanceAID, installParameters, cardParameters } = data
  return { moduleAID, instanceAID, installParameters, ...(cardParameters === '' ? {} : { cardParameters }) }
}

export function otaLogShape(row: OtaLogRow): OtaLog {
  return {
    id: row.id,
    campaign_id: row.campaign_id,
    sim_id: row.sim_id,
    iccid: row.iccid,
    device_alias: row.device_alias,
    wave: row.wave,
    applet_type: row.applet_type,
    package: packageOf(row),
    progress: {
      status: row.status,
      action_type: { type: row.action_type },
      ota_id: row.id,
      acked: row.acked,
      total: row.total,
      code: row.code,
      sw: row.sw,
      reason: row.reason,
      updated_at: row.updated_at.toISOString(),
    },
    install: installOf(row),
    created_at: row.created_at.toISOString(),
    polled_at: iso(row.polled_at),
    channel_at: iso(row.channel_at),
    started_at: iso(row.started_at),
    finished_at: iso(row.finished_at),
    interruptions: row.interruptions,
    attempts: row.attempts,
    retries: row.retries,
    unanswered: row.unanswered,
    not_before: iso(row.not_before),
    failed_command: row.failed_command,
  }
}

/** The OTAs with these ids as the API shows them, in the order of their ids; deleted ones are absent. */
export async function otaLogsByIds(db: Db, ids: readonly number[]): Promise<OtaLogEvent[]> {
  if (ids.length === 0) return []
  const rows = await selectOtaLogs(db, ids)
  return rows.map((row) => {
    const key = packageOf(row)
    return {
      otaLog: otaLogShape(row),
      simId: row.sim_id,
      loadFile: key && { packageAID: key.packageAID, otaVersion: key.otaVersion, label: key.label },
      managedPackageLabel: row.managed_label,
    }
  })
}
