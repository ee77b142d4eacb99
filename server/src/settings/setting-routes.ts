import { type SettingKey, settingKeys, settingRules } from '@simdeck/contract/settings.ts'
import type { Db } from '../db/database.ts'
import type { Publish } from '../events/changes.ts'
import { type Caller, type Handlers, signedIn } from '../http/handler.ts'
import { changesInBody } from './changes-in-body.ts'
import { readSettings, renameMember, type SettingChange, writeSettings } from './queries.ts'

type SettingCalls = 'getUserConfig' | 'postUserConfig' | 'postLanguage' | 'putMe'

/** Settings that the device port's table of SIMs depends on. */
const pollTableKeys: readonly SettingKey[] = ['system_ota_allow_plain_polls']

export function settingRoutes({ db, publish }: { db: Db; publish: Publish }): Handlers<SettingCalls> {
  async function save(changes: readonly SettingChange[], { memberId }: Caller) {
    await writeSettings(db, changes, memberId)
    const keys = changes.map(({ key }) => key)
    publish({
      settings: keys.filter((key) => settingRules[key].type === 1),
      members: keys.some((key) => settingRules[key].type === 2) ? [memberId] : [],
      work: keys.some((key) => pollTableKeys.includes(key)) ? 'all' : [],
    })
    return readSettings(db, settingKeys, memberId)
  }

  return {
    async getUserConfig(call) {
      const { key } = call.query
      return readSettings(db, key ? [key] : settingKeys, signedIn(call).memberId)
    },

    async postUserConfig(call) {
      const caller = signedIn(call)
      return save(changesInBody(call.body, caller, call.language), caller)
    },

    async postLanguage(call) {
      return save([{ key: 'user_language', value: call.body.language }], signedIn(call))
    },

    async putMe(call) {
      const { name } = call.body
      await renameMember(db, signedIn(call).memberId, name)
      return { name }
    },
  }
}
