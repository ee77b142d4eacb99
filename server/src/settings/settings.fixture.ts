import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SocketEvent } from '@simdeck/contract/events.ts'
import type { SettingItem } from '@simdeck/contract/init.ts'
import type { SettingKey } from '@simdeck/contract/settings.ts'
import type { TestCall, TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

export type SignedIn = Awaited<ReturnType<TestServer['signIn']>>
export type Change = { key: SettingKey; value: string }

export const save = (call: TestCall, ...changes: Change[]) => call(endpoints.postUserConfig, { body: changes })
export const settings = (call: TestCall) => call(endpoints.getUserConfig, { query: {} })
export const valueOf = (items: SettingItem[], key: SettingKey) => items.find((item) => item.key === key)?.value
export const values = (items: SettingItem[]) => Object.fromEntries(items.map((item) => [item.key, item.value]))
export const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? { ...error.body, status: error.status } : { thrown: String(error) }),
  )
export const memberId = async (call: TestCall) => (await call(endpoints.check, {})).id

/** Posts raw JSON, unchecked by the types. */
export const post = (server: TestServer, { accessToken }: SignedIn, path: string, json: string) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}`, 'accept-language': 'en' },
    body: json,
  })

/** A connected console and the events that it receives. */
export async function connected(server: TestServer, { accessToken }: SignedIn) {
  const events: SocketEvent[] = []
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${accessToken}`)
  socket.addEventListener('message', (message) => void events.push(JSON.parse(String(message.data)) as SocketEvent))
  await until(() => events.length > 0)
  const received = () => events.flatMap((event) => (event.event === 'SETTINGS_UPDATED' ? event.settings : []))
  return { received, [Symbol.dispose]: () => socket.close() }
}
