import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The tabs of the bell, in their order. */
export const notificationCategories = ['sim', 'ota', 'iotsafe'] as const
export type NotificationCategory = (typeof notificationCategories)[number]

/** The number of notifications that are kept for a member in each category. */
export const keptNotifications = 20

export const notificationTones = ['succeeded', 'failed', 'interrupted', 'ready'] as const
export type NotificationTone = (typeof notificationTones)[number]

/** The number of unread ones among the kept notifications of each category. */
export const unreadNotifications = z.object({ sim: z.number(), ota: z.number(), iotsafe: z.number() })
export type UnreadNotifications = z.infer<typeof unreadNotifications>

export const notification = z.object({
  id: z.number(),
  tone: z.enum(notificationTones),
  /** In the caller's language, like `body`. */
  title: z.string(),
  body: z.string(),
  date: z.string(),
  /** The path of the screen behind the notification, with its query; null if that was deleted. */
  to: z.string().nullable(),
  /** The SIMs that it is about, at most 100; none for a campaign. */
  simIds: z.array(z.number()),
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const getNotifications = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/notifications',
  needs: 'signedIn',
  own: true,
  summary: 'The newest 20 notifications of a category for the caller, newest first, and the unread counts of all categories',
  query: z.strictObject({ category: z.enum(notificationCategories) }),
  response: z.object({ unread: unreadNotifications, items: z.array(notification) }),
})

export const readNotifications = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/notifications/read',
  needs: 'signedIn',
  own: true,
  summary: 'Mark notifications as read by the caller; ids that the caller does not get are ignored',
  body: z.strictObject({ ids: z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).min(1).max(keptNotifications) }),
  response: z.object({ unread: unreadNotifications }),
})
