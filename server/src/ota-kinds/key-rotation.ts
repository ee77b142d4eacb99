import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import { adoptKeys, rotationOf } from '../key-sets/rotation.ts'
import { keyRotationRules } from './key-rotation-queries.ts'
import type { Plan, ServerKind } from './kind.ts'

const { words } = otaKinds['key-rotation']
const key = new Uint8Array(32)
/** Keys of the largest length, for the cost. */
const usual = {
  old: { keyVersionNumber: 1, dek: key },
  next: { keyVersionNumber: 2, keys: { enc: key, mac: key, dek: key } },
  inDoubt: false,
}

/** Replaces the SCP03 keys. The record of the SIM keeps the old ones until the card has proven the new ones. */
export const keyRotation: ServerKind<'key-rotation'> = {
  async plan(_, { language }) {
    return {
      kind: 'key-rotation',
      appletType: null,
      name: words.action[language],
      package: null,
      moduleAid: null,
      instanceAid: null,
      installParameters: '',
      step: { packageId: null, packageAid: null, params: {} },
      rules: keyRotationRules,
      cost: { jobs: () => [{ kind: 'key-rotation', ...usual }], buffer: () => minReceiveBuffer },
    } satisfies Plan
  },

  async job({ id: otaId, sim_id: simId, held }, { db, sealer }) {
    const rotation = await rotationOf(db, sealer, { simId, otaId, held })
    return rotation && { kind: 'key-rotation', ...rotation }
  },

  refusal: () => null,

  withoutJob: sessionCode.notConfigured,

  record: (trx, { id, sim_id: simId }) => adoptKeys(trx, simId, id),
}
