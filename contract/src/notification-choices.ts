import { z } from 'zod'
import type { NotificationCategory } from './notifications.ts'
import { clockSpan, clockTime, isSpan } from './quiet-hours.ts'
import { timeZone } from './time-zone.ts'

/** By mail: never, as soon as it happens, or in one mail a day. */
export const notificationMails = ['none', 'now', 'digest'] as const
export type NotificationMail = (typeof notificationMails)[number]

type TopicRule = { category: NotificationCategory; bell: boolean; mail: NotificationMail; fixed?: true; urgent?: true }

/**
 * The subjects of notifications among which a member chooses, with the choice of a member who never chose. `fixed`: not to be changed.
 * `urgent`: mailed in quiet hours, too.
 */
export const notificationTopics = {
  alerts: { category: 'sim', bell: true, mail: 'now' },
  criticalAlerts: { category: 'sim', bell: true, mail: 'now', urgent: true },
  imeiChanges: { category: 'sim', bell: true, mail: 'none' },
  imeiLocks: { category: 'sim', bell: true, mail: 'now' },
  ownTasks: { category: 'sim', bell: true, mail: 'none' },
  signIns: { category: 'sim', bell: true, mail: 'now', fixed: true, urgent: true },
  ownCampaigns: { category: 'ota', bell: true, mail: 'none' },
  otherCampaigns: { category: 'ota', bell: false, mail: 'none' },
  pausedCampaigns: { category: 'ota', bell: true, mail: 'none' },
  waitingWaves: { category: 'ota', bell: true, mail: 'none' },
  approvals: { category: 'ota', bell: true, mail: 'now' },
  certificates: { category: 'iotsafe', bell: true, mail: 'none' },
  certificateApprovals: { category: 'iotsafe', bell: true, mail: 'none' },
  endingCertificates: { category: 'iotsafe', bell: true, mail: 'digest' },
} as const satisfies Record<string, TopicRule>
export type NotificationTopic = keyof typeof notificationTopics
export const notificationTopicNames = Object.keys(notificationTopics) as [NotificationTopic, ...NotificationTopic[]]

export const defaultDigestAt = '08:30'

const choicesSchema = z.strictObject({
  bell: z.partialRecord(z.enum(notificationTopicNames), z.boolean()),
  mail: z.partialRecord(z.enum(notificationTopicNames), z.enum(notificationMails)),
  digestAt: clockTime,
  /** The time of each day in which mails wait for its end. */
  quiet: clockSpan.refine(isSpan).nullable().default(null),
  zone: timeZone,
})

/**
 * The value of `user_notifications`, as JSON text: the choices that differ from the defaults, and the time of the daily mail and the quiet
 * hours in its time zone.
 */
export type NotificationChoices = z.infer<typeof choicesSchema>

export const noChoices: NotificationChoices = { bell: {}, mail: {}, digestAt: defaultDigestAt, quiet: null, zone: 'UTC' }

/** True for the JSON text of choices. */
export function isChoicesText(text: string): boolean {
  try {
    return choicesSchema.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

/** The choices in a stored value; the defaults if there is none, or if it is none of ours. */
export function choicesIn(text: string | null | undefined): NotificationChoices {
  try {
    return { ...noChoices, ...(JSON.parse(text ?? '{}') as Partial<NotificationChoices>) }
  } catch {
    return noChoices
  }
}

const ruleOf = (topic: NotificationTopic): TopicRule => notificationTopics[topic]

/** True if the bell shows the topic. */
export const inBell = ({ bell }: NotificationChoices, topic: NotificationTopic): boolean =>
  ruleOf(topic).fixed ? ruleOf(topic).bell : (bell[topic] ?? ruleOf(topic).bell)

export const mailOf = ({ mail }: NotificationChoices, topic: NotificationTopic): NotificationMail =>
  ruleOf(topic).fixed ? ruleOf(topic).mail : (mail[topic] ?? ruleOf(topic).mail)

/** True if a mail about the topic is sent in quiet hours, too. */
export const isUrgent = (topic: NotificationTopic): boolean => ruleOf(topic).urgent === true
