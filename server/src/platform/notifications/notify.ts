import type { Db } from '../db/database.ts'
import { notifyAtCommit } from '../db/notifications.ts'
import { type Content, kinds } from './content.ts'
import { deleteNotifications, insertCause, insertNotifications, insertWaits, lockJoins, type NewRow, selectRecent } from './queries.ts'
import type { CauseKind, NotificationRow } from './tables.ts'

/** Stands for all members in `bells` of a change. */
export const allMembers = 0

/** An event, of which members hear who chose its topic. `ownerId`: the member who caused it. */
export type NewNotification = Content & {
  ownerId: number | null
  simIds?: readonly number[]
  campaignId?: number
  taskId?: number
  alertRuleId?: number
  /** The certificate or the file. */
  safeObjectId?: number
  /** The number of events that it tells; 1 by default. */
  events?: number
  /** The ways by which it goes to the members who chose them; by default bell and mail. Its mail at once waits until `mailAfter`. */
  ways?: { bell: boolean; mail: boolean; mailAfter: Date | null }
}

/** Maximum of SIMs that are stored; later ones are only counted. */
const maxSims = 1_000

/** Stores an event of which a job makes the notification, so that the caller's transaction holds no lock that other events wait for. */
export async function notifyLater(trx: Db, kind: CauseKind, subjectId: number): Promise<void> {
  await insertCause(trx, kind, subjectId)
}

/**
 * Stores a notification in the caller's transaction, as its last change: it holds locks that other events of the kind wait for. Events in a
 * burst are joined into one. The bells of every node ring after the commit.
 */
export const notify = (trx: Db, event: NewNotification): Promise<void> => notifyAll(trx, [event])

/** Stores notifications as `notify` does, in a few statements for all of them. Each of them has a kind or an owner of its own. */
export async function notifyAll(trx: Db, events: readonly NewNotification[]): Promise<void> {
  if (events.length === 0) return
  const joinable = events.map(({ kind, ownerId }) => ({ kind, ownerId, minutes: kinds[kind].joined.minutes }))
  await lockJoins(trx, joinable)
  const keyOf = (kind: string, ownerId: number | null) => `${kind} ${ownerId}`
  const recent = Map.groupBy(await selectRecent(trx, joinable), (row) => keyOf(row.kind, row.owner_id))
  const made = events.map((event) =>
    joinedWith(
      event,
      (recent.get(keyOf(event.kind, event.ownerId)) ?? []).filter((row) => isJoinable(event, row)),
    ),
  )
  const waits = Map.groupBy(
    await deleteNotifications(
      trx,
      made.flatMap(({ replaces }) => replaces),
    ),
    ({ notification_id: id }) => id,
  )
  const inserted = await insertNotifications(
    trx,
    made.map(({ row }) => row),
  )
  const idOf = new Map(inserted.map(({ id, kind, owner_id: ownerId }) => [keyOf(kind, ownerId), id]))
  await insertWaits(
    trx,
    made.flatMap(({ row, replaces }) => {
      const members = new Set(replaces.flatMap((id) => waits.get(id) ?? []).map(({ member_id: id }) => id))
      return [...members].map((memberId) => ({ member_id: memberId, notification_id: idOf.get(keyOf(row.kind, row.owner_id))! }))
    }),
  )
  await notifyAtCommit(trx, [JSON.stringify({ bells: [allMembers] })])
}

const isJoinable = ({ kind, campaignId }: NewNotification, row: NotificationRow): boolean =>
  !kinds[kind].joined.perCampaign || row.campaign_id === (campaignId ?? null)

/** The row of an event, which takes the place of those that it is joined with. */
function joinedWith(event: NewNotification, recent: readonly NotificationRow[]): { row: NewRow; replaces: number[] } {
  const {
    kind,
    params,
    ownerId,
    simIds = [],
    campaignId = null,
    taskId = null,
    alertRuleId = null,
    safeObjectId = null,
    events = 1,
  } = event
  const { bell, mail, mailAfter } = event.ways ?? { bell: true, mail: true, mailAfter: null }
  const { others, joined } = kinds[kind]
  const earlier = recent.length + 1 >= joined.from || recent.some(({ count }) => count > 1) ? recent : []
  const known = new Set(earlier.flatMap(({ sim_ids: ids }) => ids))
  const added = simIds.filter((id) => !known.has(id))
  const isAboutSims = simIds.length > 0
  const count = (isAboutSims ? added.length : events) + earlier.reduce((sum, row) => sum + row.count, 0)
  const row = {
    kind,
    owner_id: ownerId,
    only_for: others === null ? ownerId : null,
    ...(earlier.length > 0 && { first_at: new Date(Math.min(...earlier.map(({ first_at: at }) => at.getTime()))) }),
    count,
    // A burst is mailed once.
    mailed: earlier.some(({ mailed }) => mailed),
    sim_ids: [...added, ...known].slice(0, maxSims),
    campaign_id: count > 1 && !joined.perCampaign ? null : campaignId,
    task_id: count > 1 ? null : taskId,
    alert_rule_id: count > 1 ? null : alertRuleId,
    safe_object_id: count > 1 ? null : safeObjectId,
    in_bell: bell || earlier.some(({ in_bell: inBell }) => inBell),
    by_mail: mail || earlier.some(({ by_mail: byMail }) => byMail),
    mail_after: mailAfter,
    params: JSON.stringify(params),
  }
  return { row, replaces: earlier.map(({ id }) => id) }
}
