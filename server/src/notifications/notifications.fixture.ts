import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { NotificationCategory, UnreadNotifications } from '@simdeck/contract/notifications.ts'
import type { TestCall, TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

/** The items of a tab of the bell, newest first. */
export const itemsOf = async (call: TestCall, category: NotificationCategory) =>
  (await call(endpoints.getNotifications, { query: { category } })).items
export const titlesOf = async (call: TestCall, category: NotificationCategory) =>
  (await itemsOf(call, category)).map(({ title, body }) => `${title}: ${body}`)
export const unreadOf = async (call: TestCall) => (await call(endpoints.getNotifications, { query: { category: 'sim' } })).unread

/** A websocket of a member, with the unread counts that it received. */
export async function bellOf(server: TestServer, call: TestCall) {
  const { ticket } = await call(endpoints.wsTicket, {})
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${ticket}`)
  const counts: UnreadNotifications[] = []
  socket.addEventListener('message', (message) => {
    const received = JSON.parse(String(message.data)) as { event: string; unread?: UnreadNotifications }
    if (received.event === 'NOTIFICATIONS_UPDATED' && received.unread) counts.push(received.unread)
  })
  await until(() => counts.length > 0)
  return {
    counts,
    shows: (category: NotificationCategory, count: number) => until(() => counts.at(-1)?.[category] === count),
    [Symbol.dispose]: () => socket.close(),
  }
}

/** The id of the member of a test client. */
export async function idOf(server: TestServer, { email }: { email: string }): Promise<number> {
  const { id } = await server.db.selectFrom('members').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return id
}
