import type { BodyOf } from '@simdeck/contract/endpoint.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { putMailSettings } from '@simdeck/contract/mail.ts'
import type { Db } from '../db/database.ts'
import { type Handlers, memberOf } from '../http/handler.ts'
import { applicationName } from '../settings/settings.ts'
import { compose } from './compose.ts'
import { deliver, MailNotTaken } from './deliver.ts'
import type { MailServers } from './mail-server.ts'
import { deleteMailServer, destinations, lockMailServer, type MailServerRow, replaceDestinations, saveMailServer } from './queries.ts'
import { messages } from './messages.ts'
import { testMailLimit } from './test-mail-limit.ts'
import { fixedWords } from './fixed-words.ts'

type SettingCalls =
  | 'getMailSettings'
  | 'putMailSettings'
  | 'deleteMailSettings'
  | 'sendTestMail'
  | 'getMailDestinations'
  | 'putMailDestinations'

/** The mail server and where system mail goes. */
export function mailSettingRoutes({ db, servers }: { db: Db; servers: MailServers }): Handlers<SettingCalls> {
  const takeTestMail = testMailLimit()
  const changeable = () => {
    if (servers.environment) throw new ApiError('mailByEnvironment')
  }

  return {
    async getMailSettings() {
      return servers.shown(db)
    },

    async putMailSettings({ body, language, audit }) {
      changeable()
      await db.transaction().execute(async (trx) => {
        const password = passwordToKeep(servers, body, await lockMailServer(trx), language)
        await saveMailServer(trx, { ...body, password })
        await audit(trx)
      })
      return servers.shown(db)
    },

    async deleteMailSettings({ audit }) {
      changeable()
      await db.transaction().execute(async (trx) => {
        await deleteMailServer(trx)
        await audit(trx)
      })
      return servers.shown(db)
    },

    async sendTestMail(call) {
      const { memberId, email } = memberOf(call)
      const server = await servers.current(db)
      if (!server) throw new ApiError('mailNotConfigured')
      if (!takeTestMail(memberId, Date.now())) throw new ApiError('tooManyRequests')
      const application = await applicationName(db)
      const letter = compose(fixedWords.test[call.language], { application })
      try {
        await deliver(server, { ...letter, to: email, fromName: server.fromName || application })
      } catch (error) {
        if (error instanceof MailNotTaken) throw new ApiError('mailNotSent', { detail: error.answer })
        throw error
      }
      return { to: email }
    },

    async getMailDestinations() {
      return destinations(db)
    },

    async putMailDestinations({ body, audit }) {
      const addresses = [...new Map(body.destinations.map((address) => [comparable(address), comparable(address)])).values()]
      await db.transaction().execute(async (trx) => {
        await replaceDestinations(trx, addresses)
        await audit(trx)
      })
      return destinations(db)
    },
  }
}

/**
 * What the password is from now on. The one before goes with the server, the account and the protection that it was given for:
 * otherwise whoever may change the settings could have it sent to a server of their own.
 */
function passwordToKeep(
  servers: MailServers,
  body: BodyOf<typeof putMailSettings>,
  before: MailServerRow | undefined,
  language: Language,
): Buffer | null {
  if (body.username === '') return null
  if (body.password !== undefined) return servers.sealed(body.password)
  if (!before?.password) return null
  const same = (['host', 'port', 'security', 'username'] as const).every((name) => before[name] === body[name])
  if (!same) throw new ApiError('invalidInput', { fields: [{ path: 'password', message: messages.passwordAgain[language] }] })
  return before.password
}

/** The domain of an address in small letters. */
function comparable(address: string): string {
  const at = address.lastIndexOf('@')
  return address.slice(0, at) + address.slice(at).toLowerCase()
}
