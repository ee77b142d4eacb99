import { holdsPollerKeys, openPollerKeys } from '@simdeck/protocol/applets/poller-keys.ts'
import { concat, toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import type { StoreDataBlock } from '@simdeck/protocol/gp/commands.ts'
import { appletKindOf, readsParameters } from '../applets/applet-kind.ts'
import { provision } from '../applets/iot-safe/provision.ts'
import { SafeStore } from '../applets/iot-safe/store.ts'
import type { Random } from '../random.ts'
import { CardError, sw } from '../card-error.ts'
import { freeMemory } from './nvm.ts'
import type { CardNvm } from './nvm.ts'

/** STORE DATA blocks that wait in RAM for the last one. */
export interface PendingStoreData {
  aid: string
  nextBlock: number
  blocks: Uint8Array[]
}

/** The blocks that still wait, and the data of the answer. */
type Stored = { pending: PendingStoreData | null; answer: Uint8Array }

const noData = new Uint8Array(0)

/**
 * Adds a block for `aid`, an application or the security domain. The last block writes all blocks at once. An IoT SAFE applet runs the
 * command in each block as it arrives.
 */
export function storeBlock(
  nvm: CardNvm,
  before: PendingStoreData | null,
  aid: string,
  store: StoreDataBlock,
  { random, dek }: { random: Random; dek: Uint8Array },
): Stored {
  const underWay = store.block === 0 || before?.aid !== aid ? { aid, nextBlock: 0, blocks: [] } : before
  if (store.block !== underWay.nextBlock % 256) throw new CardError(sw.wrongParameters, `block ${store.block} is out of order`)
  underWay.nextBlock++
  const application = nvm.applications.find((one) => one.aid === aid)
  if (application && appletKindOf(application.loadFileAid) === 'iotSafe') {
    const answer = provision(new SafeStore(application, freeMemory(nvm)), store.data, random)
    return { pending: store.last ? null : underWay, answer: store.responseExpected ? answer : noData }
  }
  underWay.blocks.push(Uint8Array.from(store.data))
  if (!store.last) return { pending: underWay, answer: noData }
  const data = concat(...underWay.blocks)
  if (application && appletKindOf(application.loadFileAid) === 'poller' && holdsPollerKeys(data)) takePollerKeys(nvm, data, dek)
  else writeStored(nvm, aid, toHex(data))
  return { pending: null, answer: noData }
}

/** Takes new keys for the pollers of the card, which share them. Polls use them from the next one on; an open session keeps its own. */
function takePollerKeys(nvm: CardNvm, data: Uint8Array, dek: Uint8Array): void {
  if (dek.length === 0) throw new CardError(sw.securityStatus, 'no channel with a DEK')
  try {
    const { capAuthKey, encryptKey } = openPollerKeys(data, dek, iccidToBytes(nvm.files?.iccid ?? ''))
    nvm.pollerKeys = { capAuthKey: toHex(capAuthKey), encryptKey: toHex(encryptKey) }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    throw new CardError(error.code === 'key' ? sw.wrongKeyCheckValue : sw.wrongData, error.message)
  }
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
