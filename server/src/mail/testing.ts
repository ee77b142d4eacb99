import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { readConfig } from '../config.ts'
import { Sealer } from '../crypto/seal.ts'
import { openDatabase } from '../db/database.ts'
import { notify } from '../db/notifications.ts'
import type { TestCall, TestServer } from '../testing/server.ts'
import { MailServers } from './mail-server.ts'
import { Outbox } from './outbox.ts'
import type { MailContent } from './queue-mail.ts'

/** Queues a mail as a call that commits would. `env`: what the server was started with. */
export async function queueMail(
  server: TestServer,
  env: Record<string, string>,
  to: string,
  content: MailContent,
  language: Language = 'en',
): Promise<void> {
  const sealer = new Sealer(server.masterKey)
  const outbox = new Outbox(sealer, new MailServers(readConfig(env), sealer))
  await server.db.transaction().execute((trx) => outbox.queue(trx, to, language, content))
  await wakeSender(server)
}

/** What `publish({ mail: true })` does on every node. */
export async function wakeSender(server: TestServer): Promise<void> {
  const database = openDatabase(server.databaseUrl, { max: 1 })
  await notify(database, JSON.stringify({ mail: true }))
  await database.close()
}

/** The outbox as ROOT sees it, the newest first. */
export const outboxOf = async (root: TestCall) => (await root(endpoints.listMailOutbox, { query: {} })).data
