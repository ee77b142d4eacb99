import { sql } from 'kysely'
import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import { defaultNewPollerMinutes } from '@simdeck/contract/poller-update.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { Db } from '../platform/db/database.ts'
import { pollerPackageOf, pollerSlotDigits } from '../packages/poller-slots.ts'
import { formatAid } from '@simdeck/protocol/aid.ts'
import { applicationState } from '@simdeck/protocol/gp/registry.ts'
import type { Inventory } from '@simdeck/protocol/ota/kinds/inventory.ts'
import { openOta } from '../packages/sql/open-ota.ts'
import type { OtaJobRow } from './kind.ts'
import { cardRules, type Rules, updateSim } from './queries.ts'
import { exclusion } from './sql/exclusion-reason.ts'

/** The time in which a new poller has to poll: the setting in force, and at least two of the poll intervals that the SIM had. */
const pollWithin = (simId: number) => sql`greatest(
  make_interval(mins => coalesce((select value::int from settings
    where key = 'system_ota_new_poller_minutes' and type = 1 order by updated_at desc, id desc limit 1), ${sql.lit(defaultNewPollerMinutes)})),
  make_interval(secs => 2 * (select poll_seconds from sim_contacts where sim_id = ${simId})))`

export async function recordStandbyPoller(trx: Db, simId: number, instanceAid: string | null): Promise<void> {
  await updateSim(trx, simId, { standby_poller_instance_aid: instanceAid })
}

/**
 * Records a new poller as the standby poller, and adds the removal of the one that installed it to the campaign. The removal waits until the new poller
 * polls. Returns its id.
 */
export async function awaitNewPoller(
  trx: Db,
  row: OtaJobRow,
  { instanceAid, runningAid: old }: { instanceAid: string | null; runningAid: string },
): Promise<number[]> {
  await recordStandbyPoller(trx, row.sim_id, instanceAid)
  if (instanceAid === null || old.slice(0, pollerSlotDigits) === instanceAid.slice(0, pollerSlotDigits)) return []
  const removals = await trx
    .insertInto('ota_jobs')
    .values({
      campaign_id: row.campaign_id,
      sim_id: row.sim_id,
      applet_type: row.applet_type,
      kind: 'remove',
      step: row.step + 1,
      wave: row.wave,
      package_id: null,
      package_aid: pollerPackageOf(old),
      params: JSON.stringify({ instanceAID: old, successorAID: instanceAid }),
      poll_by: sql<Date>`now() + ${pollWithin(row.sim_id)}`,
    })
    .returning('id')
    .execute()
  return removals.map(({ id }) => id)
}

/**
 * The new poller has polled: it is the running poller of the SIM from now on, and the old one the standby poller. It has the same time again
 * until its next POLL, because it may fall silent before the old one is removed.
 */
export async function recordNewPoller(trx: Db, row: OtaJobRow, pollerAid: string): Promise<void> {
  const again = sql<Date>`now() + ${pollWithin(row.sim_id)}`
  await trx.updateTable('ota_jobs').set({ poll_by: again }).where('id', '=', row.id).execute()
  await updateSim(trx, row.sim_id, { poller_instance_aid: pollerAid, standby_poller_instance_aid: removedBy(row) })
}

/**
 * The new poller was removed as silent: the old one is the only poller of the SIM. The install becomes Failed too, because the card does not
 * hold its package. Returns the id of that OTA.
 */
export async function recordWayBack(trx: Db, row: OtaJobRow): Promise<number[]> {
  await updateSim(trx, row.sim_id, { poller_instance_aid: removedBy(row), standby_poller_instance_aid: null })
  const now = new Date()
  const installs = await trx
    .updateTable('ota_jobs')
    .set({ status: 'Failed', code: sessionCode.serverException, reason: 'newPollerSilent', finished_at: now, updated_at: now })
    .where('campaign_id', '=', row.campaign_id)
    .where('sim_id', '=', row.sim_id)
    .where('kind', '=', 'install')
    .where('status', '=', 'Succeeded')
    .returning('id')
    .execute()
  return installs.map(({ id }) => id)
}

/** The instance that the removal removes. */
const removedBy = ({ params }: OtaJobRow): string | null => otaKinds.remove.otaParameters.safeParse(params).data?.instanceAID ?? null

/** True if an OTA that installs or removes a poller of the SIM `s` is open. */
const pollerOtaIsOpen = sql`exists (select 1 from ota_jobs o where o.sim_id = s.id and o.applet_type = ${sql.lit(appletTypes.poller)}
  and o.status in ${openOta})`

/** Rules for a switch to the standby poller: there is one, and no OTA changes the pollers. */
export const pollerSwitchRules: Rules = {
  ...cardRules('poller-switch'),
  reason: sql`case when s.standby_poller_instance_aid is null then ${exclusion('noStandbyPoller')}
    when ${pollerOtaIsOpen} then ${exclusion('otaInProgress')} end`,
}

/**
 * Rules for new keys of the poller: it is known, and there is one DEK under which they can be sent. Of SCP03 keys that are not proven yet, it
 * is not known which DEK the card has.
 */
export const pollerKeysRules: Rules = {
  ...cardRules('poller-keys'),
  reason: sql`case when s.poller_instance_aid is null then ${exclusion('pollerUnknown')}
    when exists (select 1 from sim_key_rotations r where r.sim_id = s.id) then ${exclusion('keysUnproven')} end`,
}

/** Begins the time in which the standby poller has to poll, and returns its end. */
export async function beginSwitch(trx: Db, { id, sim_id: simId }: OtaJobRow): Promise<Date> {
  const row = await trx
    .updateTable('ota_jobs')
    .set({ poll_by: sql<Date>`now() + ${pollWithin(simId)}` })
    .where('id', '=', id)
    .returning('poll_by')
    .executeTakeFirstOrThrow()
  return row.poll_by!
}

/**
 * The standby poller has read the content of the card in a session of its own: it is the running poller from now on. The one before becomes
 * the standby poller if the card lists it as selectable.
 */
export async function recordSwitch(trx: Db, row: OtaJobRow, pollerAid: string, content: Inventory | null): Promise<void> {
  const former = row.poller_instance_aid
  const isHeld = (content?.applications ?? []).some(({ aid, state }) => formatAid(aid) === former && state === applicationState.selectable)
  const file = content?.loadFiles.find(({ aid }) => formatAid(aid) === pollerPackageOf(pollerAid))?.loadFileVersion
  await updateSim(trx, row.sim_id, {
    poller_instance_aid: pollerAid,
    standby_poller_instance_aid: isHeld ? former : null,
    ...(file ? { poller_version: `${file.major}.${file.minor}` } : {}),
  })
}
