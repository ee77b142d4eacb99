import type { Language, Words } from '@simdeck/contract/languages.ts'
import type { Notification } from '@simdeck/contract/notifications.ts'
import { kinds, type NotificationKind } from '../platform/notifications/content.ts'
import { maxLinkedSims } from './links.ts'
import type { NotificationRow } from '../platform/notifications/tables.ts'
import type { Told } from './text-parts.ts'
import { texts } from './texts.ts'

/** Title and body in a language. */
export function wordsOf({ kind, params, count }: Pick<NotificationRow, 'kind' | 'params' | 'count'>, language: Language) {
  const { title, body } = texts[kind]
  const told = { params, count, language } as Told<NotificationKind>
  const named = (title as (n: string, many: boolean, of: typeof told) => Words)(count.toLocaleString(language), count > 1, told)
  return { title: named[language], body: (body as (of: typeof told) => string)(told) }
}

export function notificationShape(
  row: NotificationRow & { read: boolean },
  { language, to }: { language: Language; to: string | null },
): Notification {
  return {
    id: row.id,
    tone: kinds[row.kind].tone,
    ...wordsOf(row, language),
    date: row.at.toISOString(),
    to,
    simIds: row.sim_ids.slice(0, maxLinkedSims),
    read: row.read,
  }
}
