import { choicesIn, isUrgent, mailOf, type NotificationMail, type NotificationTopic } from '@simdeck/contract/notification-choices.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { MailFeature } from '../mail/feature.ts'
import type { Db } from '../platform/db/database.ts'
import { kinds } from '../platform/notifications/content.ts'
import { quietEnd } from '../platform/notifications/quiet-hours.ts'
import type { NotificationRow } from '../platform/notifications/tables.ts'
import { memberLanguage } from '../settings/member-language.ts'
import { lastDigestTime, momentIn } from './digest-time.ts'
import { heardBy } from './hearing.ts'
import { pathsOf } from './links.ts'
import type { Heard } from './queries.ts'
import {
  hasUnmailed,
  insertWaits,
  lockDigest,
  lockKnownDigest,
  type MailReader,
  selectBetween,
  selectDigests,
  selectMailReaders,
  selectWaitingMembers,
  takeUnmailed,
  takeWaiting,
  writeDigest,
} from './mail-queries.ts'
import { wordsOf } from './shape.ts'

type Mail = Pick<MailFeature, 'queueMail' | 'canMail'>
export type MailDependencies = { db: Db; mail: Mail; consoleUrl: (path: string) => string }

/** A daily mail is made this long after its time, so that transactions of that time have ended. */
const settleMs = 60_000
const maxListed = 50
const defaultLanguage: Language = 'ja'

type Chosen = (topic: NotificationTopic) => boolean

type Way = Exclude<NotificationMail, 'none'>

/** The kinds that the reader chose to get by such a mail; `isOf` leaves topics out. */
function heardByMail(reader: MailReader, by: Way, isOf: Chosen = () => true): Heard {
  const choices = choicesIn(reader.choices)
  return heardBy(reader, (topic) => mailOf(choices, topic) === by && isOf(topic))
}

/** Those of the notifications that the reader chose to get by such a mail. */
function wanted(reader: MailReader, rows: readonly NotificationRow[], by: Way, isOf?: Chosen): NotificationRow[] {
  const { own, others } = heardByMail(reader, by, isOf)
  return rows.filter(
    ({ kind, owner_id: owner, at, by_mail: byMail }) =>
      byMail && at >= reader.created_at && (owner === reader.id ? own : others).includes(kind) && !(by === 'now' && kinds[kind].hasOwnMail),
  )
}

const idsOf = (rows: readonly NotificationRow[]): number[] => rows.map(({ id }) => id)
const inOrder = (rows: readonly NotificationRow[]): NotificationRow[] => rows.toSorted((one, other) => one.id - other.id)
const isQuietFor = ({ choices }: MailReader, now: Date): boolean => quietEnd(choicesIn(choices), now) !== null

/** Control characters of a value could imitate another line of the mail. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/** `dropped`: the number of earlier ones that are deleted, which the mail counts. */
async function queue(
  trx: Db,
  { mail, consoleUrl }: MailDependencies,
  reader: MailReader,
  rows: readonly NotificationRow[],
  dropped = 0,
): Promise<void> {
  const [first] = rows
  const count = rows.length + dropped
  if (count === 0 || !(await mail.canMail(trx, reader.role_id))) return
  const language = await memberLanguage(trx, reader.id, defaultLanguage)
  const { zone } = choicesIn(reader.choices)
  const to = await pathsOf(trx, rows)
  const items = rows.slice(-maxListed).map((row) => {
    const { title, body } = wordsOf(row, language)
    const path = to(row)
    return [`${momentIn(zone, row.at)} (${zone})`, title, body, path === null ? '' : consoleUrl(path)]
      .filter(Boolean)
      .map(oneLine)
      .join('\n  ')
  })
  const numberOf = (many: number) => many.toLocaleString(language)
  const total = language === 'ja' ? `${numberOf(count)}件の通知` : `${numberOf(count)} notifications`
  const headline = first && count === 1 ? wordsOf(first, language).title : total
  const unlisted = count - items.length
  if (unlisted > 0)
    items.push(
      language === 'ja' ? `ほか${numberOf(unlisted)}件（古いものは省略）` : `and ${numberOf(unlisted)} more (older ones are not listed)`,
    )
  await mail.queueMail(trx, { email: reader.email, memberId: reader.id }, language, {
    kind: 'notifications',
    values: { username: reader.name, headline, event: items.join('\n\n'), url: consoleUrl('/personal/setting/notifications') },
  })
}

/**
 * Mails new notifications to the members who want them at once, each in one mail. In the quiet hours of a member only urgent ones are mailed,
 * and the others wait.
 */
export async function mailAtOnce(dependencies: MailDependencies, now = new Date()): Promise<void> {
  const { db } = dependencies
  if (!(await hasUnmailed(db))) return
  await db.transaction().execute(async (trx) => {
    const rows = await takeUnmailed(trx)
    for (const reader of await selectMailReaders(trx)) {
      const isQuiet = isQuietFor(reader, now)
      await queue(trx, dependencies, reader, wanted(reader, rows, 'now', isQuiet ? isUrgent : undefined))
      const later = isQuiet ? idsOf(wanted(reader, rows, 'now', (topic) => !isUrgent(topic))) : []
      if (later.length > 0) await insertWaits(trx, reader.id, later)
    }
  })
}

/**
 * Mails the notifications that waited to the members whose quiet hours have ended, each in one mail. Those that a member chose for the daily
 * mail in the meantime are left to it, unless its time has passed.
 */
export async function mailWaiting(dependencies: MailDependencies, now = new Date()): Promise<void> {
  const { db } = dependencies
  const waiting = await selectWaitingMembers(db)
  if (waiting.size === 0) return
  for (const reader of await selectMailReaders(db)) {
    if (!waiting.has(reader.id) || isQuietFor(reader, now)) continue
    await db.transaction().execute(async (trx) => {
      const sentTo = await lockKnownDigest(trx, reader.id)
      const rows = await takeWaiting(trx, reader.id)
      const passed = sentTo ? rows.filter(({ at }) => at <= sentTo) : []
      const mailed = [...wanted(reader, rows, 'now'), ...wanted(reader, passed, 'digest')]
      await queue(trx, dependencies, reader, inOrder(mailed))
    })
  }
}

/**
 * Mails the notifications of a day to the members who want a daily mail, at the time that each chose or at the end of the quiet hours that
 * contain it; none on a day without any.
 */
export async function mailDigests(dependencies: MailDependencies, now = new Date()): Promise<void> {
  const { db } = dependencies
  const digests = await selectDigests(db)
  for (const reader of await selectMailReaders(db)) {
    const { digestAt, zone } = choicesIn(reader.choices)
    const due = lastDigestTime(digestAt, zone, new Date(now.getTime() - settleMs))
    const known = digests.get(reader.id)
    if (reader.choices === null || (known && known >= due) || isQuietFor(reader, now)) continue
    await db.transaction().execute(async (trx) => {
      const sentTo = await lockDigest(trx, reader.id, due)
      if (sentTo >= due) return
      const { rows, dropped } = await selectBetween(trx, reader, heardByMail(reader, 'digest'), sentTo, due)
      await queue(trx, dependencies, reader, wanted(reader, rows, 'digest'), dropped)
      await writeDigest(trx, reader.id, due)
    })
  }
}
