import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { costOf, usualLevel } from '../../ota-kinds/cost.ts'
import type { Plan } from '../../ota-kinds/kind.ts'
import { exclusion } from '../../ota-kinds/sql/exclusion-reason.ts'
import { frozenIds } from '../../sims/sql/frozen-lists.ts'

type Card = { level: number; buffer: number | null }

/** The security levels and receive buffers of the SIMs of a snapshot, which determine the cost of an OTA. */
async function cardsOf(db: Db, snapshotId: number): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select distinct coalesce(k.security_level, ${sql.lit(usualLevel)}) as level, contact.receive_buffer as buffer
    from (${frozenIds(snapshotId)}) t (sim_id) join sim_contacts contact on contact.sim_id = t.sim_id
    left join sim_keys k on k.sim_id = t.sim_id`.execute(db)
  return rows
}

/** The plan that also leaves out the SIMs whose OTA costs more than `octetsPerSim`; the same plan without that number. */
export async function withinBudget(db: Db, snapshotId: number, plan: Plan, octetsPerSim: number | null | undefined): Promise<Plan> {
  if (octetsPerSim === null || octetsPerSim === undefined) return plan
  const { rules } = plan
  const cards = (await cardsOf(db, snapshotId)).flatMap((card) => [true, false].map((replaces) => ({ ...card, replaces })))
  const over = cards.filter((card) => costOf(plan.cost, [{ ...card, count: 1 }]).bytes > octetsPerSim)
  if (over.length === 0) return plan
  const replaces = sql`((${rules.kind}) <> 'remove' and (${rules.removePackageAid}) is not null)`
  const isOver = sql`exists (
    select 1 from unnest(${over.map(({ level }) => level)}::int[], ${over.map(({ buffer }) => buffer)}::int[],
      ${over.map((card) => card.replaces)}::boolean[]) as over (level, buffer, replaces)
    where over.level = coalesce((select k.security_level from sim_keys k where k.sim_id = s.id), ${sql.lit(usualLevel)})
      and over.buffer is not distinct from contact.receive_buffer and over.replaces = ${replaces})`
  return { ...plan, rules: { ...rules, reason: sql`coalesce(${rules.reason}, case when ${isOver} then ${exclusion('overBudget')} end)` } }
}
