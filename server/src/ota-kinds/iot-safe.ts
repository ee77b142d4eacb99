import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import { readIotSafeObjects } from '@simdeck/protocol/ota/kinds/iot-safe.ts'
import { storeIotSafeObjects } from '../packages/iot-safe-objects.ts'
import type { Plan, ServerKind } from './kind.ts'
import { iotSafeRules } from './queries.ts'

const { words } = otaKinds['iot-safe']
/** An instance AID of the usual length, for the cost. */
const usualInstanceAid = new Uint8Array(16)

/** Reads the objects of the IoT SAFE applet, and stores them with their time. */
export const iotSafe: ServerKind<'iot-safe'> = {
  async plan(_, { language }) {
    return {
      kind: 'iot-safe',
      appletType: null,
      name: words.action[language],
      package: null,
      moduleAid: null,
      instanceAid: null,
      installParameters: '',
      step: { packageId: null, packageAid: null, params: {} },
      rules: iotSafeRules,
      cost: { jobs: () => [{ kind: 'iot-safe', instanceAid: usualInstanceAid }], buffer: () => minReceiveBuffer },
    } satisfies Plan
  },

  job: async ({ other_instance_aid: aid }) => (aid === null ? null : { kind: 'iot-safe', instanceAid: fromHex(aid) }),

  /** The applet may have been removed since the campaign began. */
  refusal: ({ other_instance_aid: aid }) => (aid === null ? sessionCode.notConfigured : null),

  async record(trx, { sim_id: simId }, found) {
    const read = readIotSafeObjects(found)
    if (read) await storeIotSafeObjects(trx, simId, read)
  },
}
