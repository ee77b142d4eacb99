import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { readInventory } from '@simdeck/protocol/ota/kinds/inventory.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import { storeInventory } from '../packages/card-inventory.ts'
import type { Db } from '../platform/db/database.ts'
import type { OtaJobRow, Plan, ServerKind } from './kind.ts'
import { beginSwitch, pollerSwitchRules, recordSwitch } from './poller-queries.ts'
import { isStandby } from './pollers.ts'

const { words } = otaKinds['poller-switch']

/**
 * Makes the standby poller the running one. The standby poller itself has to poll within the time of a new poller, and reads the content of
 * the card in its session. If it does not poll, the next POLL of the running poller after that time reads the card and ends the OTA.
 */
export const pollerSwitch: ServerKind<'poller-switch'> = {
  async plan(_, { language }) {
    return {
      kind: 'poller-switch',
      appletType: null,
      name: words.action[language],
      package: null,
      moduleAid: null,
      instanceAid: null,
      installParameters: '',
      step: { packageId: null, packageAid: null, params: {} },
      rules: pollerSwitchRules,
      cost: { jobs: () => [{ kind: 'inventory' }], buffer: () => minReceiveBuffer },
    } satisfies Plan
  },

  async job(row, { db, pollerAid }) {
    if (row.poll_by === null && !row.held) row.poll_by = await beginSwitch(db, row)
    return isStandby(row, pollerAid) ? { kind: 'inventory' } : { kind: 'inventory', fault: 'standbySilent' }
  },

  waits: (row, pollerAid) =>
    row.standby_poller_instance_aid !== null && !isStandby(row, pollerAid) && (row.poll_by === null || row.poll_by > new Date()),

  refusal: (row) => (row.standby_poller_instance_aid === null ? sessionCode.noStandbyPoller : null),

  async record(trx, row, found, pollerAid) {
    await storeContent(trx, row, found)
    await recordSwitch(trx, row, pollerAid, readInventory(found))
  },

  recordFailure: storeContent,
}

async function storeContent(trx: Db, { sim_id: simId }: OtaJobRow, found: unknown): Promise<void> {
  const read = found === null ? null : readInventory(found)
  if (read) await storeInventory(trx, simId, read)
}
