import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type GroupCounts = { id: number; sims: number; online: number; expected: number }

export async function hasFiguresOf(db: Db, at: Date): Promise<boolean> {
  return (await db.selectFrom('group_figures').select('at').where('at', '=', at).limit(1).executeTakeFirst()) !== undefined
}

/** Stores the figures of a step, whichever node is first, and deletes those from before `oldest`. Groups that were deleted are left out. */
export async function storeFigures(db: Db, at: Date, counts: readonly GroupCounts[], oldest: Date): Promise<void> {
  await sql`
    with old as (delete from group_figures where at < ${oldest})
    insert into group_figures (group_id, at, sims, online, expected)
    select id, ${at}, sims, online, expected
    from unnest(
      ${counts.map(({ id }) => id)}::bigint[], ${counts.map(({ sims }) => sims)}::int[],
      ${counts.map(({ online }) => online)}::int[], ${counts.map(({ expected }) => expected)}::int[]) as counted(id, sims, online, expected)
    where exists (select from groups where groups.id = counted.id)
    on conflict do nothing`.execute(db)
}

export type FiguresRow = { at: Date; sims: number; online: number; expected: number }

/** The figures of a group since a time, oldest first. */
export async function selectFigures(db: Db, groupId: number, since: Date): Promise<FiguresRow[]> {
  return db
    .selectFrom('group_figures')
    .select(['at', 'sims', 'online', 'expected'])
    .where('group_id', '=', groupId)
    .where('at', '>=', since)
    .orderBy('at')
    .execute()
}
