import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { openOta } from '../../packages/sql/open-ota.ts'
import type { CommonStep } from '../setup-queries.ts'

/** The number of the next part whose OTAs are to be written; null if there is none. */
export async function nextPart(trx: Db, campaignId: number): Promise<number | null> {
  const row = await trx
    .selectFrom('campaign_setup_parts')
    .select((of) => of.fn.min('part').as('part'))
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return row?.part ?? null
}

/**
 * SIMs that could still be listed: they exist, have keys, are not set aside, and got no other OTA since. One that has ended since counts too,
 * because it changed what the SIM holds.
 */
const isFree = (isBySms: boolean) => sql`exists (select from sims s where s.id = l.sim_id and (s.has_keys or ${isBySms}))
  and l.sim_id not in (select sim_id from quarantined_sims)
  and not exists (select from (select * from ota_jobs where sim_id = l.sim_id offset 0) o
    where o.applet_type is not distinct from c.applet_type and (o.status in ${openOta} or o.id > listing.last_ota_id))`

/**
 * Writes the OTAs of a part, and returns their number. `isRepeated`: nothing kept its SIMs from other campaigns and deletions since they were
 * listed, so those that are not free any more are left out.
 */
export async function insertPart(
  trx: Db,
  campaignId: number,
  { part, step, isRepeated }: { part: number; step: CommonStep | null; isRepeated: boolean },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into ota_jobs (campaign_id, sim_id, applet_type, kind, step, wave, package_id, package_aid, params, transport)
    select c.id, l.sim_id, c.applet_type, ota.kind, ota.step, l.wave, ota.package_id, ota.package_aid, ota.params,
      ${step?.transport ?? 'session'}
    from campaigns c join campaign_setups listing on listing.campaign_id = c.id, campaign_setup_parts p,
      unnest(p.sim_ids, p.waves, p.remove_package_ids, p.remove_package_aids, p.remove_instance_aids, p.package_ids, p.package_aids, p.params)
      l (sim_id, wave, remove_package_id, remove_package_aid, remove_instance_aid, package_id, package_aid, params)
    cross join lateral (
      select 'remove' as kind, 0 as step, l.remove_package_id as package_id, l.remove_package_aid as package_aid,
        jsonb_build_object('instanceAID', l.remove_instance_aid) as params
      where l.remove_package_aid is not null
      union all
      select ${step?.kind ?? 'install'}::text, case when l.remove_package_aid is null then 0 else 1 end,
        coalesce(l.package_id, ${step?.packageId ?? null}), coalesce(l.package_aid, ${step?.packageAid ?? null}),
        coalesce(l.params, ${JSON.stringify(step?.params ?? {})}::jsonb)
      where l.package_aid is not null or ${step !== null}
    ) ota
    where c.id = ${campaignId} and p.campaign_id = ${campaignId} and p.part = ${part} ${isRepeated ? sql`and ${isFree(step?.transport === 'sms')}` : sql``}
    order by l.wave, l.sim_id, ota.step`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Lets the transaction not wait until PostgreSQL has stored it. If PostgreSQL crashes, the part is either written or still listed; a session
 * with one of its SIMs is stored later, and only together with the part.
 */
export async function storeLater(trx: Db): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(trx)
}

/** Notes that the OTAs of a part are written. */
export async function notePart(trx: Db, campaignId: number, { part, otas }: { part: number; otas: number }): Promise<void> {
  await trx.deleteFrom('campaign_setup_parts').where('campaign_id', '=', campaignId).where('part', '=', part).execute()
  await sql`update campaign_setups set written = written + ${otas} where campaign_id = ${campaignId}`.execute(trx)
}
