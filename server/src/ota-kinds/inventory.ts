import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import { readInventory } from '@simdeck/protocol/ota/kinds/inventory.ts'
import { storeInventory } from '../packages/card-inventory.ts'
import type { Plan, ServerKind } from './kind.ts'
import { cardRules } from './queries.ts'

const { words } = otaKinds.inventory

/** Reads the content that the card lists, and stores it with its time. */
export const inventory: ServerKind<'inventory'> = {
  async plan(_, { language }) {
    return {
      kind: 'inventory',
      appletType: null,
      name: words.action[language],
      package: null,
      moduleAid: null,
      instanceAid: null,
      installParameters: '',
      step: { packageId: null, packageAid: null, params: {} },
      rules: cardRules('inventory'),
      cost: { jobs: () => [{ kind: 'inventory' }], buffer: () => minReceiveBuffer },
    } satisfies Plan
  },

  job: async () => ({ kind: 'inventory' }),

  refusal: () => null,

  async record(trx, { sim_id: simId }, found) {
    const read = readInventory(found)
    if (read) await storeInventory(trx, simId, read)
  },
}
