import { mailTemplates } from '@simdeck/contract/mail-templates.ts'
import { type SettingKey, settingKeys, settingRules } from '@simdeck/contract/settings.ts'
import type { Db } from '../db/database.ts'
import type { Publish } from '../events/changes.ts'
import { type Audit, type Handlers, memberOf, type MemberCaller, signedIn } from '../http/handler.ts'
import type { TellSystem } from '../mail/queue-mail.ts'
import { changesInBody } from './changes-in-body.ts'
import { readSettings, type SettingChange, writeSettings } from './queries.ts'

type SettingCalls = 'getUserConfig' | 'postUserConfig' | 'postLanguage'

/** Settings that the device port works by. */
const devicePortKeys: readonly SettingKey[] = ['system_ota_allow_plain_polls', 'system_ota_max_interruptions']

const templateKeys: readonly SettingKey[] = Object.values(mailTemplates).map(({ setting }) => setting)

export function settingRoutes(options: { db: Db; publish: Publish; tellSystem: TellSystem }): Handlers<SettingCalls> {
  const { db, publish, tellSystem } = options

  async function save(changes: readonly SettingChange[], { memberId }: MemberCaller, audit: Audit) {
    const keys = changes.map(({ key }) => key)
    const ofMail = keys.some((key) => templateKeys.includes(key))
    await writeSettings(db, changes, memberId, async (trx) => {
      if (ofMail) await tellSystem(trx, 'templatesChanged', { method: 'POST', url: '/v1/user-config' })
      await audit(trx)
    })
    publish({
      mail: ofMail,
      settings: keys.filter((key) => settingRules[key].type === 1),
      members: keys.some((key) => settingRules[key].type === 2) ? [memberId] : [],
      work: keys.some((key) => devicePortKeys.includes(key)) ? 'all' : [],
    })
    return readSettings(db, settingKeys, memberId)
  }

  return {
    async getUserConfig(call) {
      const { key } = call.query
      return readSettings(db, key ? [key] : settingKeys, signedIn(call).memberId)
    },

    async postUserConfig(call) {
      const caller = memberOf(call)
      return save(changesInBody(call.body, caller, call.language), caller, call.audit)
    },

    async postLanguage(call) {
      return save([{ key: 'user_language', value: call.body.language }], memberOf(call), call.audit)
    },
  }
}
