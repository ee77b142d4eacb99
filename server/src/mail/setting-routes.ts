import { once } from 'node:events'
import type { BodyOf } from '@simdeck/contract/endpoint.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { putMailSettings } from '@simdeck/contract/mail.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import type { RawLogs } from '../platform/audit/raw/raw-logs.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Audit, type Caller, type Handlers, memberOf } from '../platform/http/handler.ts'
import { applicationName } from '../settings/settings.ts'
import { compose } from './content/compose.ts'
import { DeliveryFailure } from './deliver.ts'
import { recorded } from './recorded.ts'
import { destinations, replaceDestinations } from './queries.ts'
import type { MailChanges } from './trust/mail-changes.ts'
import type { MailServers, SavedServer } from './trust/mail-servers.ts'
import { messages } from './messages.ts'
import { testMailLimit } from './test-mail-limit.ts'
import { fixedTexts } from './content/fixed-texts.ts'

type SettingCalls =
  | 'getMailSettings'
  | 'putMailSettings'
  | 'deleteMailSettings'
  | 'sendTestMail'
  | 'getMailDestinations'
  | 'putMailDestinations'

const testMailMs = 10_000

type Options = { db: Db; servers: MailServers; changes: MailChanges; publish: Publish; rawLogs: RawLogs }

/** Routes for the mail server, test mails and the destinations of system mail. */
export function mailSettingRoutes({ db, servers, changes, publish, rawLogs }: Options): Handlers<SettingCalls> {
  const takeTestMail = testMailLimit()

  type Changing = { caller: Caller | null; language: Language; audit: Audit }

  /** Changes the mail server, and notifies every ROOT through the server that a ROOT had set or confirmed before the change. */
  async function change(call: Changing, act: (trx: Db, before: SavedServer | undefined, role: number) => Promise<void>) {
    if (servers.environment) throw new ApiError('mailByEnvironment')
    const caller = memberOf(call)
    const notified = await db.transaction().execute(async (trx) => {
      const before = await servers.lock(trx)
      const by = await servers.confirmedId(trx)
      await act(trx, before, caller.roleId)
      const ids = await changes.notifyRoots(trx, 'server', { caller, language: call.language }, by)
      await call.audit(trx)
      return ids
    })
    publish({ people: notified })
    return servers.shown(db)
  }

  return {
    async getMailSettings() {
      return servers.shown(db)
    },

    async putMailSettings(call) {
      const { password: _given, ...values } = call.body
      return change(call, (trx, before, role) => servers.save(trx, values, passwordToKeep(servers, call.body, before, call.language), role))
    },

    async deleteMailSettings(call) {
      return change(call, (trx, _before, role) => servers.remove(trx, role))
    },

    async sendTestMail(call) {
      const { memberId, email, roleId } = memberOf(call)
      const server = await servers.forRole(db, null)
      if (!server) throw new ApiError('mailNotConfigured')
      if (!takeTestMail(memberId, Date.now())) throw new ApiError('tooManyRequests')
      const application = await applicationName(db)
      const letter = compose(fixedTexts.test[call.language], { application })
      const timeout = AbortSignal.timeout(testMailMs)
      try {
        await recorded(rawLogs, server, { ...letter, to: email, fromName: server.fromName || application, signal: timeout })
      } catch (error) {
        if (!(error instanceof DeliveryFailure)) throw error
        if (error.reached) throw new ApiError('mailNotSent', { detail: { ja: error.answer, en: error.answer } })
        if (roleId === roleIds.ROOT) throw new ApiError('mailServerUnreachable', { detail: { ja: error.answer, en: error.answer } })
        // The answer and its duration are the same in all cases; otherwise the test would reveal which ports are open.
        if (!timeout.aborted) await once(timeout, 'abort')
        throw new ApiError('mailServerUnreachable')
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
 * The password after the change. A stored password is kept only for the same host, port, encryption and user name; otherwise a member who
 * may change the settings could have it sent to a server of their own.
 */
function passwordToKeep(
  servers: MailServers,
  body: BodyOf<typeof putMailSettings>,
  before: SavedServer | undefined,
  language: Language,
): string {
  if (body.username === '') return ''
  if (body.password !== undefined) return body.password
  if (!before?.password) return ''
  const same = (['host', 'port', 'security', 'username'] as const).every((name) => before[name] === body[name])
  if (!same) throw new ApiError('invalidInput', { fields: [{ path: 'password', message: messages.passwordAgain[language] }] })
  return servers.passwordOf(before)
}

/** The address with its domain in lower case. */
function comparable(address: string): string {
  const at = address.lastIndexOf('@')
  return address.slice(0, at) + address.slice(at).toLowerCase()
}
