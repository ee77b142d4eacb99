import type { Language } from '@simdeck/contract/languages.ts'
import { type SettingKey, settingKeys, settingProof, settingRules } from '@simdeck/contract/settings.ts'
import type { ActionDetails } from '../platform/audit/subjects.ts'
import { requireProof } from '../platform/http/proof.ts'
import type { Db } from '../platform/db/database.ts'
import { publishAtCommit } from '../platform/events/publish-at-commit.ts'
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

type Options = { db: Db; onSaved: OnSettingsSaved }

/** The first value of a setting is an addition (specification §3, audit action names). */
function settingDetails(changes: readonly SettingChange[], former: ReadonlyMap<SettingKey, string>): ActionDetails {
  const isFirst = former.size === 0
  return {
    ...(isFirst && { action: 'settingAdd' as const }),
    subjects: changes.map(({ key }) => `setting:${key}` as const),
    changes: changes
      .map(({ key, value }) => ({ field: key, before: former.get(key) ?? null, after: value }))
      .filter(({ before, after }) => before !== after),
  }
}

export function settingRoutes({ db, onSaved }: Options): Handlers<SettingCalls> {
  async function save(changes: readonly SettingChange[], caller: MemberCaller, { language, audit }: { language: Language; audit: Audit }) {
    const { memberId } = caller
    const keys = changes.map(({ key }) => key)
    await writeSettings(db, changes, memberId, async (trx, former) => {
      const people = await onSaved(trx, changes, { caller, language })
      await audit(trx, undefined, settingDetails(changes, former))
      // A campaign that is started next announces its OTAs later, so the device ports read the settings first.
      await publishAtCommit(trx, {
        people,
        settings: keys.filter((key) => settingRules[key].type === 1),
        members: keys.some((key) => settingRules[key].type === 2) ? [memberId] : [],
        rereadSims: keys.some((key) => devicePortKeys.includes(key)) ? 'all' : [],
      })
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
