import {
  choicesIn,
  inBell,
  type NotificationChoices,
  type NotificationTopic,
  notificationTopics,
} from '@simdeck/contract/notification-choices.ts'
import { type NotificationCategory, notificationCategories } from '@simdeck/contract/notifications.ts'
import { type NotificationKind, kindNames, kinds } from '../platform/notifications/content.ts'
import type { Heard } from './queries.ts'

export type Reader = { id: number; permissions: readonly string[]; choices: string | null }

/** The kinds of the topics that `chosen` names, as far as the reader may hear of them. */
export function heardBy({ permissions }: Pick<Reader, 'permissions'>, chosen: (topic: NotificationTopic) => boolean): Heard {
  const isHeard = (kind: NotificationKind, topic: NotificationTopic | null): boolean => {
    const { needs } = kinds[kind]
    return topic !== null && chosen(topic) && (needs === undefined || permissions.includes(needs))
  }
  return {
    own: kindNames.filter((kind) => isHeard(kind, kinds[kind].own)),
    others: kindNames.filter((kind) => isHeard(kind, kinds[kind].others)),
  }
}

/** The kinds in a tab of the bell of the reader. */
export function heardIn(reader: Reader, category: NotificationCategory, choices = choicesIn(reader.choices)): Heard {
  return heardBy(reader, (topic) => notificationTopics[topic].category === category && inBell(choices, topic))
}

/** The reader as a listener of each category. */
export function listenersOf(reader: Reader): ({ id: number; category: NotificationCategory } & Heard)[] {
  const choices: NotificationChoices = choicesIn(reader.choices)
  return notificationCategories
    .map((category) => ({ id: reader.id, category, ...heardIn(reader, category, choices) }))
    .filter(({ own, others }) => own.length + others.length > 0)
}
