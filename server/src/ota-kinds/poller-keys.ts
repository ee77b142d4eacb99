import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import { pollerRotationOf } from '../key-sets/poller-rotation.ts'
import type { Plan, ServerKind } from './kind.ts'
import { pollerKeysRules } from './poller-queries.ts'

const { words } = otaKinds['poller-keys']
const key = new Uint8Array(32)
/** Keys of the largest length, for the cost of both scripts. */
const usual = {
  kind: 'poller-keys',
  pollerAid: new Uint8Array(16),
  iccid: new Uint8Array(10),
  keys: { capAuthKey: key, encryptKey: key },
  dek: key,
} as const

/** Replaces the keys of the poller. The record of the SIM keeps the old ones until the card has polled with the new ones. */
export const pollerKeys: ServerKind<'poller-keys'> = {
  async plan(_, { language }) {
    return {
      kind: 'poller-keys',
      appletType: null,
      name: words.action[language],
      package: null,
      moduleAid: null,
      instanceAid: null,
      installParameters: '',
      step: { packageId: null, packageAid: null, params: {} },
      rules: pollerKeysRules,
      cost: {
        jobs: () => [{ ...usual, areProven: false }],
        followUp: [{ ...usual, areProven: true }],
        buffer: () => minReceiveBuffer,
      },
    } satisfies Plan
  },

  async job({ id: otaId, sim_id: simId, held }, { db, sealer, pollerAid }) {
    const rotation = await pollerRotationOf(db, sealer, { simId, otaId, held })
    return rotation && { kind: 'poller-keys', pollerAid: fromHex(pollerAid), ...rotation }
  },

  refusal: () => null,

  withoutJob: sessionCode.notConfigured,

  /** The POLL that proved the keys has changed the record. */
  record: async () => undefined,
}
