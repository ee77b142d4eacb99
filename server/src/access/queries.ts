import { sql } from 'kysely'
import type { AccessRestrictions } from '@simdeck/contract/access-restrictions.ts'
import type { Db } from '../platform/db/database.ts'

export async function readRestrictions(db: Db): Promise<AccessRestrictions> {
  const rows = await db.selectFrom('access_restrictions').selectAll().execute()
  const of = (kind: (typeof rows)[number]['kind']) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ value }) => value)
      .toSorted()
  return { domains: of('domain'), console_ranges: of('console'), api_ranges: of('api') }
}

/**
 * Replaces all restrictions, and calls `beforeCommit` last in the transaction. Simultaneous requests run one after the other, so that their
 * restrictions do not mix.
 */
export async function replaceRestrictions(
  db: Db,
  { domains, console_ranges, api_ranges }: AccessRestrictions,
  beforeCommit: (trx: Db) => Promise<void>,
): Promise<void> {
  const rows = [
    ...domains.map((value) => ({ kind: 'domain' as const, value })),
    ...console_ranges.map((value) => ({ kind: 'console' as const, value })),
    ...api_ranges.map((value) => ({ kind: 'api' as const, value })),
  ]
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('access_restrictions'))`.execute(trx)
    await trx.deleteFrom('access_restrictions').execute()
    if (rows.length > 0) await trx.insertInto('access_restrictions').values(rows).execute()
    await beforeCommit(trx)
  })
}

/** Deletes the ranges but not the domains; returns the number of ranges. */
export async function deleteRanges(trx: Db): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('access_restrictions').where('kind', 'in', ['console', 'api']).executeTakeFirst()
  return Number(numDeletedRows)
}
