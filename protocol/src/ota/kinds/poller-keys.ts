import { sealPollerKeys } from '../../applets/poller-keys.ts'
import { cardData, getData } from '../../gp/card-data.ts'
import { storeData, storeDataEncryption, storeDataStructure } from '../../gp/commands.ts'
import { install } from '../../gp/install.ts'
import type { SimKeys } from '../keys.ts'
import type { JobKind, JobOutcome, JobPlan, PlainCommand, TakenAnswer } from './job-kind.ts'

/** The keys that take the place of CAP_AUTH_KEY and ENCRYPT_KEY. */
export type PollerKeysParameters = {
  pollerAid: Uint8Array
  iccid: Uint8Array
  keys: SimKeys
  /** The DEK of the key set that opens the channel. */
  dek: Uint8Array
  /** True after a POLL under these keys. */
  areProven: boolean
}

type PollerKeysFound = { puts: number }

/** Limit of scripts that send the keys to a card that keeps polling with the former ones. */
const maxPuts = 4
/** Status words of a card that does not list its keys. */
const refusedReads: readonly number[] = [0x6881, 0x6a80, 0x6a81, 0x6a86, 0x6a88, 0x6d00, 0x6e00]

const planOf = ({ areProven }: PollerKeysParameters): JobPlan => (areProven ? 'prove' : 'put')

/**
 * Rotation of the keys of the poller.
 * - `put` sends them to the poller in one STORE DATA, which replaces both or none. The session goes on under the keys of its POLL.
 * - `prove` runs in a session under the new keys, which the card has opened by its POLL.
 */
export const pollerKeys: JobKind<PollerKeysParameters, PollerKeysFound> = {
  hasConfidentialAnswers: true,
  needsPoller: true,
  sessionPerScript: true,
  isSecured: () => true,
  planToBegin: planOf,
  commands(parameters, plan) {
    const proves = plan === 'prove' || (plan !== 'put' && parameters.areProven)
    return proves ? [reading] : putting(parameters)
  },
  planAfter: planOf,
  take(found, { role }, { plan }: TakenAnswer) {
    if (role !== 'externalAuthenticate' || plan === 'prove') return found
    return { puts: (found?.puts ?? 0) + 1 }
  },
  outcome(found, _, plan): JobOutcome {
    if (plan === 'prove') return 'Succeeded'
    return (found?.puts ?? 0) >= maxPuts ? 'formerKeys' : 'more'
  },
}

function putting({ pollerAid, iccid, keys, dek }: PollerKeysParameters): PlainCommand[] {
  const data = sealPollerKeys(keys, dek, iccid)
  const { encrypted: encryption } = storeDataEncryption
  return [
    install.encode({ kind: 'personalization', applicationAid: pollerAid }),
    storeData.encode({ block: 0, last: true, encryption, structure: storeDataStructure.berTlv, data }),
  ].map((command, at): PlainCommand => ({ role: 'command', command, tolerated: [], position: at + 1 }))
}

const reading: PlainCommand = { role: 'command', command: getData.encode(cardData.keyInformation), tolerated: refusedReads, position: 3 }
