import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { makeAccount } from '../auth/first-member.ts'
import { readConfig } from '../config.ts'
import { Sealer } from '../platform/crypto/seal.ts'
import type { TestCall, TestServer } from '../testing/server.ts'
import { Outbox } from './outbox.ts'
import type { MailContent } from './content/queue-mail.ts'
import { MailServers } from './trust/mail-servers.ts'

/** Queues a mail for the member with that address, who is created if necessary. `env`: the environment of the server. */
export async function queueMail(
  server: TestServer,
  env: Record<string, string>,
  to: string,
  content: MailContent,
  language: Language = 'en',
): Promise<void> {
  const sealer = new Sealer(server.masterKey)
  const outbox = new Outbox(sealer, new MailServers(readConfig(env), sealer))
  const known = server.db.selectFrom('members').select('id').where('email', '=', to)
  if (!(await known.executeTakeFirst())) await makeAccount(server.db, { email: to, name: to, role: 'MEMBER' })
  const { id: memberId } = await known.executeTakeFirstOrThrow()
  await server.db.transaction().execute((trx) => outbox.queue(trx, { email: to, memberId }, language, content))
}

/** The outbox as ROOT sees it, newest first. */
export const outboxOf = async (root: TestCall) => (await root(endpoints.listMailOutbox, { query: {} })).data
