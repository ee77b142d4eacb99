import { endpoints } from '@simdeck/contract/endpoints.ts'
import { mailsTo } from '../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { readConfig } from '../config.ts'
import { Sealer } from '../platform/crypto/seal.ts'
import { Outbox } from '../mail/outbox.ts'
import { MailServers } from '../mail/trust/mail-servers.ts'
import { type NewNotification, notify } from '../platform/notifications/notify.ts'

const consoleUrl = (path: string) => `https://console.example.com${path}`

/** A server without jobs, with the parts that make mails; the mails stay in the outbox until a node with jobs sends them. */
export async function mailWorld(env: Record<string, string>) {
  const server = await startTestServer({ ...env, SERVICES: 'console,device' })
  const sealer = new Sealer(server.masterKey)
  const servers = new MailServers(readConfig(env), sealer)
  const mail = { queueMail: new Outbox(sealer, servers).queue, canMail: servers.isConfiguredFor.bind(servers) }
  const dependencies = { db: server.db, mail, consoleUrl }
  const tell = (event: NewNotification) => server.db.transaction().execute((trx) => notify(trx, event))
  return { server, dependencies, tell, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
export const choose = (call: TestCall, mail: object, more: object = {}) =>
  call(endpoints.postUserConfig, {
    body: [{ key: 'user_notifications', value: JSON.stringify({ bell: {}, mail, digestAt: '08:30', zone: 'Asia/Tokyo', ...more }) }],
  })
export const paused = (name: string): NewNotification => ({
  kind: 'campaignPaused',
  params: { name, sims: 2, failed: 1, ended: 1 },
  ownerId: null,
  campaignId: 7,
})
export const subjects = async (root: TestCall, { email }: { email: string }) => (await mailsTo(root, email)).map(({ subject }) => subject)
export const textsOf = async (root: TestCall, { email }: { email: string }) => (await mailsTo(root, email)).map(({ body }) => body ?? '')

/** Sets the time of every notification. */
export const happenedAt = (server: TestServer, at: Date) => server.db.updateTable('notifications').set({ at, first_at: at }).execute()
