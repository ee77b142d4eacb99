import type { BodyOf } from '@simdeck/contract/endpoint.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { putSmsGateway, SmsGateway, SmsSender } from '@simdeck/contract/sms-gateway.ts'
import { testMailLimit } from '../mail/test-mail-limit.ts'
import { changesBetween } from '../platform/audit/subjects.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { type Caller, type Handlers, memberOf } from '../platform/http/handler.ts'
import { applicationName } from '../settings/settings.ts'
import type { Gateway } from './gateway.ts'
import { passwordContext } from './open-session.ts'
import { deleteGateway, type GatewayRow, lockGateway, replaceGateway, selectFigures, selectGateway, selectSender } from './queries.ts'

type Calls = 'getSmsGateway' | 'putSmsGateway' | 'deleteSmsGateway' | 'testSmsGateway' | 'sendTestMessage' | 'getSmsSender'

const subjects = ['setting:sms_gateway'] as const
const passwordAgain = {
  ja: '接続先またはシステムIDを変更したため、パスワードをもう一度入力してください',
  en: 'Enter the password again: the address or the system ID has changed',
}

/** Handles the gateway for short messages: its settings and its tests. */
export function smsRoutes({ db, sealer, gateway }: { db: Db; sealer: Sealer; gateway: Gateway }): Handlers<Calls> {
  const takeTest = testMailLimit()

  /** The gateway for a test of this caller. */
  async function testable(call: { caller: Caller | null }): Promise<GatewayRow> {
    const row = await selectGateway(db)
    if (!row) throw new ApiError('smsGatewayNotSet')
    if (!takeTest(memberOf(call).memberId, Date.now())) throw new ApiError('tooManyRequests')
    return row
  }

  return {
    async getSmsGateway() {
      return shown(await selectGateway(db))
    },

    async putSmsGateway({ body, language, audit }) {
      const { password: given, ...facts } = body
      await db.transaction().execute(async (trx) => {
        const before = await lockGateway(trx)
        const password = given === undefined ? passwordToKeep(before, body, language) : sealed(sealer, given)
        await replaceGateway(trx, { ...facts, password })
        const changes = [
          ...changesBetween(factsOf(before), facts),
          ...(given === undefined
            ? []
            : [{ field: 'password', before: before?.password ? '***' : null, after: given === '' ? null : '***' }]),
        ]
        await audit(trx, null, { subjects, changes, ...(!before && { action: 'settingAdd' }) })
      })
      return shown(await selectGateway(db))
    },

    async deleteSmsGateway({ audit }) {
      await db.transaction().execute(async (trx) => {
        const before = await lockGateway(trx)
        await deleteGateway(trx)
        await audit(trx, null, { subjects, changes: changesBetween(factsOf(before), { host: null, system_id: null }) })
      })
      return shown(undefined)
    },

    async testSmsGateway(call) {
      return gateway.test(await testable(call))
    },

    async getSmsSender(): Promise<SmsSender> {
      const state = await selectSender(db)
      const last_error =
        state?.failure && state.failed_at ? { failure: state.failure, detail: state.detail ?? '', at: state.failed_at.toISOString() } : null
      return {
        bound_since: state?.is_bound ? (state.bound_since?.toISOString() ?? null) : null,
        ...(await selectFigures(db)),
        throttled_at: state?.throttled_at?.toISOString() ?? null,
        throttled: state?.throttled ?? 0,
        last_error,
      }
    },

    async sendTestMessage(call) {
      const row = await testable(call)
      await call.audit(db, null, { subjects, changes: [] })
      return gateway.sendTest(row, call.body.to, call.language, await applicationName(db))
    },
  }
}

function factsOf(row: GatewayRow | undefined): object {
  if (!row) return {}
  const { password: _, ...facts } = row
  return facts
}

const sealed = (sealer: Sealer, password: string): Buffer | null =>
  password === '' ? null : sealer.seal(Buffer.from(password, 'latin1'), passwordContext)

/** The stored password, if the change does not send it to another server or for another system. */
function passwordToKeep(before: GatewayRow | undefined, body: BodyOf<typeof putSmsGateway>, language: Language): Buffer | null {
  if (!before?.password) return null
  const isSame = (['host', 'port', 'security', 'system_id'] as const).every((name) => before[name] === body[name])
  if (!isSame) throw new ApiError('invalidInput', { fields: [{ path: 'password', message: passwordAgain[language] }] })
  return before.password
}

function shown(row: GatewayRow | undefined): SmsGateway {
  if (!row) return { gateway: null }
  const { password, ...facts } = row
  return { gateway: { ...facts, has_password: password !== null } }
}
