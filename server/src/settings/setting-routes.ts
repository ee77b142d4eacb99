import type { Language } from '@simdeck/contract/languages.ts'
import { type SettingKey, settingKeys, settingProof, settingRules } from '@simdeck/contract/settings.ts'
import { requireProof } from '../platform/http/proof.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Audit, type Handlers, memberOf, type MemberCaller, signedIn } from '../platform/http/handler.ts'
import { changesInBody } from './changes-in-body.ts'
import { readSettings, type SettingChange, writeSettings } from './queries.ts'

type SettingCalls = 'getUserConfig' | 'postUserConfig' | 'postLanguage'

/** Settings that change the behaviour of the device port. */
const devicePortKeys: readonly SettingKey[] = ['system_ota_allow_plain_polls', 'system_ota_max_interruptions']

/** Runs in the transaction that saves settings. Returns the members who were notified. */
export type OnSettingsSaved = (
  trx: Db,
  settings: readonly SettingChange[],
  by: { caller: MemberCaller; language: Language },
) => Promise<number[]>

type Options = { db: Db; publish: Publish; onSaved: OnSettingsSaved }

export function settingRoutes({ db, publish, onSaved }: Options): Handlers<SettingCalls> {
  async function save(changes: readonly SettingChange[], caller: MemberCaller, { language, audit }: { language: Language; audit: Audit }) {
    const { memberId } = caller
    let people: number[] = []
    const keys = changes.map(({ key }) => key)
    await writeSettings(db, changes, memberId, async (trx) => {
      people = await onSaved(trx, changes, { caller, language })
      await audit(trx)
    })
    publish({
      people,
      settings: keys.filter((key) => settingRules[key].type === 1),
      members: keys.some((key) => settingRules[key].type === 2) ? [memberId] : [],
      rereadSims: keys.some((key) => devicePortKeys.includes(key)) ? 'all' : [],
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
      const changes = changesInBody(call.body, caller, call.language)
      if (changes.some(({ key }) => settingProof(key))) requireProof(caller)
      return save(changes, caller, call)
    },

    async postLanguage(call) {
      return save([{ key: 'user_language', value: call.body.language }], memberOf(call), call)
    },
  }
}
