import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import { csvColumnsFor } from './csv-columns.ts'
import { emptyStoreData, scriptToSend, storeDataFor } from '../package-scripts/send.ts'
import type { ServerKind } from './kind.ts'
import { storeDataRules } from './queries.ts'
import { wrongTarget } from './requested-kind.ts'

const { words, otaParameters } = otaKinds['store-data']

/** Sends a remote configuration to an applet. The blocks fit the frames of each card. */
export const storeData: ServerKind<'store-data'> = {
  async plan(db, { parameters: { scriptId, valuesId }, language }) {
    const script = await scriptToSend(db, 'store-data', scriptId)
    if (!script) throw wrongTarget('scriptId', 'unknownScript', language)
    const values = await csvColumnsFor(db, script, { valuesId, language })
    const params = { scriptId, instanceAID: script.instanceAid, ...(values ? { valuesId } : {}) }
    return {
      kind: 'store-data',
      appletType: null,
      name: `${words.action[language]} ${script.packageName} ${script.otaVersion}`,
      package: null,
      moduleAid: null,
      instanceAid: null,
      installParameters: '',
      step: { packageId: null, packageAid: script.packageAid, params },
      rules: storeDataRules(script, values),
      cost: { jobs: () => [{ kind: 'store-data', ...emptyStoreData(script) }], buffer: () => minReceiveBuffer },
    }
  },

  async job({ params, sim_id: simId }, { db }) {
    const parsed = otaParameters.safeParse({ scriptId: params['scriptId'], valuesId: params['valuesId'] }).data
    const script = parsed && (await scriptToSend(db, 'store-data', parsed.scriptId))
    const parameters = script && (await storeDataFor(db, script, { simId, valuesId: parsed.valuesId }))
    return parameters ? { kind: 'store-data', ...parameters } : null
  },

  withoutJob: sessionCode.parameterNotRegistered,

  /** The applet may have been removed or replaced since the campaign began. */
  refusal: ({ params, other_instance_aid: other, poller_instance_aid: poller }) =>
    [other, poller].includes(String(params['instanceAID'])) ? null : sessionCode.notConfigured,

  record: async () => undefined,
}
