import { sql } from 'kysely'
import type { RenewalOutcome } from '@simdeck/contract/certificate-renewals.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { DeliveryType } from '@simdeck/contract/identity-templates.ts'
import { renewalDue } from '../../certificate-authority/sql/renewal-due.ts'
import { openOta } from '../../packages/sql/open-ota.ts'
import type { Db } from '../../platform/db/database.ts'
import type { NewRenewal } from './tables.ts'

export type DueTemplate = { id: number; name: string; delivery: DeliveryType; due: number }

/**
 * Reads by indexes only. A plan that PostgreSQL makes just before a large campaign is written would scan all of its OTAs for each SIM.
 */
function byIndexes<Found>(db: Db, read: (trx: Db) => Promise<Found>): Promise<Found> {
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return read(trx)
  })
}

/** The SIMs with a certificate of a template `t` that is due, and without an open OTA on certificates, which is looked up for each of them. */
const dueSims = sql`select distinct c.sim_id from sim_certificates c where c.template_id = t.id and not c.is_open and ${renewalDue}
  and not coalesce((select true from ota_jobs o where o.sim_id = c.sim_id and o.applet_type is null and o.kind = 'certificate'
    and o.status in ${openOta} limit 1), false)`

/** A proposal is not repeated within a week; a campaign begins once a day. */
const isHandled = sql`exists (select 1 from certificate_renewals r where r.template_id = t.id
  and r.day > current_date - case when t.content ->> 'delivery' = 'Manual' then 7 else 1 end)`

/** The templates with due certificates on which the rule has not acted lately. The certificates of the others are not read. */
export async function selectUnhandled(db: Db): Promise<DueTemplate[]> {
  const due = sql<DueTemplate>`
    with t as materialized (select * from identity_templates t where not ${isHandled})
    select t.id, t.name, t.content ->> 'delivery' as delivery, d.due
    from t, lateral (select count(*)::int as due from (${dueSims}) s) d
    where d.due > 0 order by t.id`
  const { rows } = await byIndexes(db, (trx) => due.execute(trx))
  return rows
}

/** The ids of the SIMs with due certificates of a template. */
export async function selectDueSims(db: Db, templateId: number): Promise<number[]> {
  const due = sql<{ sim_id: number }>`
    select sim_id from identity_templates t, lateral (${dueSims}) d where t.id = ${templateId} order by 1`
  const { rows } = await byIndexes(db, (trx) => due.execute(trx))
  return rows.map((row) => row.sim_id)
}

/** Stores today's act of the rule on a template. False if there is one already. */
export async function insertRenewal(trx: Db, row: NewRenewal): Promise<boolean> {
  const inserted = await trx
    .insertInto('certificate_renewals')
    .values({ ...row, day: sql<string>`current_date` })
    .onConflict((conflict) => conflict.columns(['template_id', 'day']).doNothing())
    .returning('template_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export type RenewalRow = {
  id: number
  name: string
  delivery: DeliveryType
  before: number
  due: number
  outcome: RenewalOutcome | null
  sims: number | null
  campaign_id: number | null
  refusal: ErrorCode | null
  at: Date | null
}

/** The templates with due certificates, and those on which the rule acted in the last 30 days. */
export async function selectRenewals(db: Db): Promise<RenewalRow[]> {
  const renewals = sql<RenewalRow>`
    select t.id, t.name, t.content ->> 'delivery' as delivery, (t.content ->> 'renewBeforeDays')::int as before, d.due,
      r.outcome, r.sims, r.campaign_id, r.refusal, r.created_at as at
    from identity_templates t
    cross join lateral (select count(*)::int as due from (${dueSims}) s) d
    left join lateral (select * from certificate_renewals r where r.template_id = t.id and r.day > current_date - 30
      order by r.day desc limit 1) r on true
    where d.due > 0 or r.outcome is not null order by d.due desc, lower(t.name)`
  const { rows } = await byIndexes(db, (trx) => renewals.execute(trx))
  return rows
}

export async function templateExists(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('identity_templates').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
