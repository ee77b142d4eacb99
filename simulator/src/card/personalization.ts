import { concat, toHex } from '@simdeck/protocol/bytes.ts'
import type { StoreDataBlock } from '@simdeck/protocol/gp/commands.ts'
import { appletKindOf, readsParameters } from '../applets/applet-kind.ts'
import { CardError, sw } from './card-error.ts'
import { freeMemory } from './nvm.ts'
import type { CardNvm } from './nvm.ts'

/** STORE DATA blocks that wait in RAM for the last one. */
export interface PendingStoreData {
  aid: string
  nextBlock: number
  blocks: Uint8Array[]
}

/** Adds a block for `aid`, an application or the security domain. The last block writes all blocks at once and returns null. */
export function storeBlock(nvm: CardNvm, before: PendingStoreData | null, aid: string, store: StoreDataBlock): PendingStoreData | null {
  const underWay = store.block === 0 || before?.aid !== aid ? { aid, nextBlock: 0, blocks: [] } : before
  if (store.block !== underWay.nextBlock % 256) throw new CardError(sw.wrongParameters, `block ${store.block} is out of order`)
  underWay.blocks.push(Uint8Array.from(store.data))
  underWay.nextBlock++
  if (!store.last) return underWay
  writeStored(nvm, aid, toHex(concat(...underWay.blocks)))
  return null
}

/** Stores the data. Our poller, telemetry and multi-IMSI applets then use the data as their parameters, if they have the form of C9. */
function writeStored(nvm: CardNvm, aid: string, data: string): void {
  const application = nvm.applications.find((one) => one.aid === aid)
  const target = application ?? nvm.securityDomain
  const growth = (data.length - target.storedData.length) / 2
  if (growth > freeMemory(nvm)) throw new CardError(sw.noMemory, 'the memory is full')
  target.storedData = data
  if (!application) return
  application.size += growth
  if (readsParameters(appletKindOf(application.loadFileAid), data)) application.parameters = data
}
