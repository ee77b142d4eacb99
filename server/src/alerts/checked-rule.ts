import type { AlertRuleInput, AlertSource } from '@simdeck/contract/alerts.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../platform/db/database.ts'
import { areRecipients, selectGroupIds, selectVisibleView, type StoredView } from './queries.ts'
import { watchedOf } from './watched.ts'

/** A source that can be watched: its filters, which a figure has none of, and its view. */
export type CheckedSource = { filter: SimFilter | null; view: StoredView }

/**
 * Checks a source for a member, who may watch own and shared views. Throws `ApiError` for a view that the member cannot see, for filters
 * that cannot be watched, and for a group that does not exist.
 */
export async function checkedSource(db: Db, source: AlertSource, memberId: number | null): Promise<CheckedSource> {
  if (source.kind === 'figure') return { filter: null, view: { viewName: null, search: null } }
  const view = source.kind === 'view' ? await selectVisibleView(db, source.viewId, memberId) : null
  if (view === undefined) throw new ApiError('viewNotFound')
  const watched = watchedOf(source.kind === 'filter' ? source.filter : (view?.search ?? null))
  if ('problem' in watched) throw new ApiError('alertSourceWrong')
  const groups = await selectGroupIds(db, watched.groups)
  if (!watched.groups.every((id) => groups.has(id))) throw new ApiError('groupNotFound')
  return { filter: watched.filter, view: { viewName: view?.name ?? null, search: view?.search ?? null } }
}

/** Throws `ApiError('userNotFound')` for a member who does not exist or is not active. */
export async function checkRecipients(db: Db, { recipients }: Pick<AlertRuleInput, 'recipients'>): Promise<void> {
  const idsOf = (kind: 'member' | 'role') => recipients.flatMap((one) => (one.kind === kind ? one.id : []))
  if (!(await areRecipients(db, idsOf('member'), idsOf('role')))) throw new ApiError('userNotFound')
}
