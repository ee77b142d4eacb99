import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CampaignFilterState, CampaignSortField, campaignActions } from '@simdeck/contract/campaign-list.ts'
import type { CampaignState } from '@simdeck/contract/ota.ts'
import type { Db } from '../platform/db/database.ts'
import { likePart } from '../platform/db/like.ts'
import { type CampaignRow, campaignsWithNames, creatorName } from './queries.ts'
import { waitsForRelease } from './sql/waits-for-release.ts'

export type CampaignFilter = {
  search?: string | undefined
  state?: readonly CampaignFilterState[] | undefined
  action?: readonly (typeof campaignActions)[number][] | undefined
  package?: string | undefined
  packageDeleted?: 'true' | undefined
  createdBy?: string | undefined
  created_start?: string | undefined
  created_end?: string | undefined
  archived?: boolean | undefined
}

const figures = (field: 'ended' | 'succeeded' | 'failed' | 'blocked' | 'cancelled') =>
  sql`(select ${sql.ref(`f.${field}`)} from campaign_figures f where f.campaign_id = campaigns.id)`

/** Sort keys of the columns. Numbers of SIMs are those that were stored last. */
const sortKeys: Record<CampaignSortField, RawBuilder<unknown>> = {
  id: sql`campaigns.id`,
  name: sql`lower(campaigns.name)`,
  package: sql`lower(packages.name)`,
  action: sql`case when campaigns.rollback_of is null then campaigns.action else 'rollback' end`,
  state: sql`campaigns.state`,
  progress: sql`(${figures('ended')}::float / nullif(campaigns.total, 0))`,
  total: sql`campaigns.total`,
  succeeded: figures('succeeded'),
  failed: figures('failed'),
  blocked: figures('blocked'),
  cancelled: figures('cancelled'),
  createdAt: sql`campaigns.created_at`,
  finishedAt: sql`campaigns.finished_at`,
  createdBy: sql`lower(${creatorName})`,
}

export async function selectCampaignPage(
  db: Db,
  filter: CampaignFilter,
  page: { sort: { field: string; order: 'ASC' | 'DESC' } | null; take: number; skip: number },
): Promise<CampaignRow[]> {
  const { search } = filter
  const key = sortKeys[(page.sort?.field ?? 'createdAt') as CampaignSortField]
  const order = sql.raw(page.sort?.order === 'ASC' ? 'asc' : 'desc')
  return campaignsWithNames(db)
    .where(matching(filter))
    .$if(search !== undefined, (query) => query.orderBy(hasId(search ?? ''), 'desc'))
    .orderBy(sql`${key} ${order} nulls last, campaigns.id ${order}`)
    .limit(page.take)
    .offset(page.skip)
    .execute()
}

export async function countCampaigns(db: Db, filter: CampaignFilter): Promise<number> {
  const row = await db
    .selectFrom('campaigns')
    .leftJoin('packages', 'packages.id', 'campaigns.package_id')
    .leftJoin('members', 'members.id', 'campaigns.created_by')
    .select((of) => of.fn.countAll<number>().as('total'))
    .where(matching(filter))
    .executeTakeFirstOrThrow()
  return row.total
}

function matching(filter: CampaignFilter): RawBuilder<SqlBool> {
  const { search, state, action, createdBy, created_start: from, created_end: to, archived } = filter
  const conditions = [archived ? sql<SqlBool>`campaigns.archived_at is not null` : sql<SqlBool>`campaigns.archived_at is null`]
  const add = (condition: RawBuilder<SqlBool>) => conditions.push(condition)
  if (search !== undefined) add(sql`(${hasId(search)} or ${holds(sql`concat_ws(' / ', campaigns.name, packages.name)`, search)})`)
  if (state) add(anyOf(state.map(isInState)))
  if (action) add(sql`${sortKeys.action} = any(${[...action]}::text[])`)
  if (filter.package !== undefined) add(isOfPackage(filter.package))
  if (filter.packageDeleted) add(sql`packages.deleted_at is not null`)
  if (createdBy !== undefined) add(holds(creatorName, createdBy))
  if (from !== undefined) add(sql`campaigns.created_at >= ${from}`)
  if (to !== undefined) add(sql`date_trunc('milliseconds', campaigns.created_at) <= ${to}`)
  return sql.join(conditions, sql` and `)
}

const anyOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`

function isInState(state: CampaignFilterState): RawBuilder<SqlBool> {
  if (state === 'waitsForRelease') return waitsForRelease
  if (state === 'pastLimit') return sql`(campaigns.state = 'paused' and campaigns.pause_cause in ('failures', 'octets'))`
  if (state !== 'allFailed' && state !== 'partlyFailed') return sql`campaigns.state = ${state satisfies CampaignState}`
  const some = state === 'partlyFailed'
  return sql`(campaigns.state = 'completedWithFailures' and (coalesce(${figures('succeeded')}, 0) > 0) = ${some})`
}

/** Condition for campaigns whose id is the searched text, written as `6` or `#6`; no campaign meets it if the text is not an id. */
function hasId(search: string): RawBuilder<SqlBool> {
  const [, id = null] = /^#?(\d{1,15})$/.exec(search) ?? []
  return sql`campaigns.id = ${id}::bigint`
}

/** Condition for texts that contain another one, in either width and case. */
const holds = (text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> =>
  sql`(lower(normalize(${text}, NFKC)) like ${likePart(part.toLowerCase())})`

const isOfPackage = (part: string): RawBuilder<SqlBool> =>
  holds(sql`concat_ws(' ', packages.name, packages.ota_version, packages.label, packages.package_aid)`, part)

/** The campaigns with these ids, locked in the order of their ids. */
export async function lockCampaigns(trx: Db, ids: readonly number[]): Promise<{ id: number; finished_at: Date | null }[]> {
  return trx
    .selectFrom('campaigns')
    .select(['id', 'finished_at'])
    .where(sql<SqlBool>`id = any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Moves campaigns to the archive or back, and returns the ids of those that were not there yet. */
export async function setArchived(
  trx: Db,
  { ids, archived, by }: { ids: readonly number[]; archived: boolean; by: string },
): Promise<number[]> {
  const rows = await trx
    .updateTable('campaigns')
    .set(archived ? { archived_at: sql<Date>`now()`, archived_by: by } : { archived_at: null, archived_by: null })
    .where(sql<SqlBool>`id = any(${ids}) and (archived_at is not null) <> ${archived}`)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
