import { sql } from 'kysely'
import { plainArray } from '../platform/db/arrays.ts'
import type { Db } from '../platform/db/database.ts'
import type { FleetNow } from './fleet/fleet-now.ts'

/** Lengths of steps with the time for which their rows are kept. */
export const steps = [
  { seconds: 60, kept: '2 days', days: 2 },
  { seconds: 600, kept: '10 days', days: 10 },
  { seconds: 3600, kept: '40 days', days: 40 },
  { seconds: 86_400, kept: '13 months', days: 396 },
] as const

/** The figure that tells after how many own poll intervals SIMs counted as silent. */
export const intervalsFigure = 'silentIntervals'

/** The figures of a minute; null if it has not been gathered. */
export async function figuresOf(db: Db, minute: Date): Promise<Record<string, number> | null> {
  const row = await db
    .selectFrom('dashboard_figures')
    .select('figures')
    .where('step_seconds', '=', 60)
    .where('at', '=', minute)
    .executeTakeFirst()
  return row?.figures ?? null
}

/** Puts SIMs that were counted once more within a minute in the place of the first count. The means of longer steps keep the first one. */
export async function replaceMinute(db: Db, minute: Date, { figures, fleet }: Pick<MinuteFigures, 'figures' | 'fleet'>): Promise<void> {
  await sql`
    with figures as (
      update dashboard_figures set figures = figures || ${JSON.stringify(figures)}::jsonb where step_seconds = 60 and at = ${minute})
    update dashboard_now set fleet = ${JSON.stringify(fleet)}::jsonb where at = ${minute}`.execute(db)
}

export type MinuteFigures = {
  figures: Record<string, number>
  /** POLLs by class of the time to answer. */
  delays?: readonly number[]
  /** Null if the SIMs were not counted: the figures of the fleet that were gathered last stay. */
  fleet: FleetNow | null
}

/**
 * Stores the figures of a minute, adds them to the means of the longer steps, and deletes rows that are too old, all in one transaction.
 * False if another node stored the minute before.
 */
export async function storeMinute(db: Db, minute: Date, { figures, delays = [], fleet }: MinuteFigures): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const text = JSON.stringify(figures)
    const weights = JSON.stringify(Object.fromEntries(Object.keys(figures).map((name) => [name, 1])))
    const weight = sql`coalesce((f.weights ->> key)::int, f.minutes)`
    for (const { seconds, kept } of steps) {
      const { rows } = await sql`
        insert into dashboard_figures as f (step_seconds, at, minutes, figures, weights, delays)
        values (${seconds}, date_bin(make_interval(secs => ${seconds}), ${minute}, 'epoch'), 1, ${text}::jsonb, ${weights}::jsonb,
          ${plainArray(delays)}::float8[])
        on conflict (step_seconds, at) do update set minutes = f.minutes + 1,
          figures = f.figures || (
            select coalesce(jsonb_object_agg(key, case when f.figures ? key
              then ((f.figures ->> key)::float8 * ${weight} + value::float8) / (${weight} + 1) else value::float8 end), '{}')
            from jsonb_each_text(excluded.figures)),
          weights = f.weights || (
            select coalesce(jsonb_object_agg(key, case when f.figures ? key then ${weight} else 0 end + 1), '{}')
            from jsonb_object_keys(excluded.figures) key),
          delays = (
            select coalesce(array_agg(coalesce(one, 0) + coalesce(other, 0) order by place), '{}')
            from unnest(f.delays, excluded.delays) with ordinality as d (one, other, place))
        where f.step_seconds > 60
        returning 1`.execute(trx)
      if (rows.length === 0) return false
      await sql`delete from dashboard_figures where step_seconds = ${seconds} and at < ${minute}::timestamptz - ${kept}::interval`.execute(
        trx,
      )
    }
    await sql`delete from dashboard_polls where minute < ${minute}::timestamptz - ${steps[0].kept}::interval`.execute(trx)
    if (fleet === null) return true
    await sql`
      insert into dashboard_now (at, fleet) values (${minute}, ${JSON.stringify(fleet)}::jsonb)
      on conflict (only_one) do update set at = excluded.at, fleet = excluded.fleet where dashboard_now.at < excluded.at`.execute(trx)
    return true
  })
}

/** The figures of the minute a day before, or of the next one within ten minutes. */
export async function figuresOfYesterday(db: Db, at: Date): Promise<Record<string, number> | null> {
  const { rows } = await sql<{ figures: Record<string, number> }>`
    select figures from dashboard_figures where step_seconds = 60 and at >= ${at}::timestamptz - interval '1 day'
      and at < ${at}::timestamptz - interval '1 day' + interval '10 minutes' order by at limit 1`.execute(db)
  return rows[0]?.figures ?? null
}

/** The rows of a step between two times, oldest first. */
export async function selectSteps(db: Db, seconds: number, from: Date, until: Date) {
  return db
    .selectFrom('dashboard_figures')
    .select(['at', 'figures', 'delays'])
    .where('step_seconds', '=', seconds)
    .where('at', '>=', from)
    .where('at', '<', until)
    .orderBy('at')
    .execute()
}
