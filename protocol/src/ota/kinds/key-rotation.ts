import { cardData, getData } from '../../gp/card-data.ts'
import { confirmsKeys, type KeysToPut, putKey, scp03KeyIds, sealKeys } from '../../gp/keys.ts'
import type { KeySet } from '../security-domain.ts'
import type { JobKind, JobOutcome, JobPlan, LeftScript, PlainCommand, TakenAnswer } from './job-kind.ts'

/** The SCP03 keys that take the place of the usual ones, whose version and DEK are `old`. */
export type KeyRotationParameters = {
  old: { keyVersionNumber: number; dek: Uint8Array }
  /** Its version is another one than the old. */
  next: KeySet
  /** True if an earlier job may have put these keys into the card. */
  inDoubt: boolean
}

/** `answer` is that of the last PUT KEY; null if it did not arrive. */
type KeyRotationFound = { answer: Uint8Array | null; finds: number }

const nothingFound: KeyRotationFound = { answer: null, finds: 0 }
const putKeyInstruction = 0xd8
/** Limit of scripts, for a card whose answers are lost again and again. */
const maxFinds = 10
/** Status words of a card that does not list its keys. */
const refusedReads: readonly number[] = [0x6881, 0x6a80, 0x6a81, 0x6a86, 0x6a88, 0x6d00, 0x6e00]

const plans = ['put', 'find', 'prove'] as const
type Plan = (typeof plans)[number]

const planOf = ({ inDoubt }: KeyRotationParameters, plan: JobPlan): Plan => plans.find((one) => one === plan) ?? (inDoubt ? 'find' : 'put')

/**
 * Rotation of the SCP03 keys of a security domain.
 * - `put` replaces the old keys under their channel. One PUT KEY replaces the whole set or nothing.
 * - `prove` opens a channel with the new keys, after the card has answered their check values.
 * - `find` follows a PUT KEY whose answer did not arrive. It asks for the new version; a card without it still has the old keys. In a channel
 *   with the new keys it replaces them by themselves, for which the card answers their check values, and so proves the new DEK too.
 */
export const keyRotation: JobKind<KeyRotationParameters, KeyRotationFound> = {
  changesKeys: true,
  isSecured: () => true,

  securityDomain(parameters, plan, usual) {
    const { other: _, ...domain } = usual
    return planOf(parameters, plan) === 'put' ? domain : { ...domain, ...parameters.next }
  },

  planWithoutKeySet: (parameters, plan) => (planOf(parameters, plan) === 'find' ? 'put' : null),

  commands(parameters, plan) {
    const { old } = parameters
    switch (planOf(parameters, plan)) {
      case 'put':
        return [putting(keysOf(parameters), old.dek)]
      case 'prove':
        return [reading]
      case 'find':
        return [putting({ ...keysOf(parameters), replaces: parameters.next.keyVersionNumber }, parameters.next.keys.dek), reading]
    }
  },

  planAfter(parameters, { plan, found }: LeftScript<KeyRotationFound>) {
    return planOf(parameters, plan) === 'prove' || isConfirmed(parameters, found) ? 'prove' : 'find'
  },

  take(before, { role, command }: PlainCommand, { data, plan }: TakenAnswer) {
    const found = before ?? nothingFound
    if (role === 'externalAuthenticate') return plan === 'prove' ? found : { answer: null, finds: found.finds + 1 }
    return command.ins === putKeyInstruction ? { ...found, answer: data } : found
  },

  outcome(found, parameters, plan): JobOutcome {
    if (found?.answer && !isConfirmed(parameters, found)) return 'otherCheckValue'
    if (planOf(parameters, plan) === 'prove' || (planOf(parameters, plan) === 'find' && found?.answer)) return 'Succeeded'
    return (found?.finds ?? 0) >= maxFinds ? 'unreadable' : 'more'
  },
}

const keysOf = ({ old, next: { keyVersionNumber, keys } }: KeyRotationParameters): KeysToPut => ({
  replaces: old.keyVersionNumber,
  version: keyVersionNumber,
  firstId: scp03KeyIds.enc,
  keys: [keys.enc, keys.mac, keys.dek],
})

const putting = (keys: KeysToPut, dek: Uint8Array): PlainCommand => ({
  role: 'command',
  command: putKey.encode(sealKeys(keys, dek)),
  tolerated: [],
  position: 1,
})

/** Reads the versions and lengths of the keys of the card. */
const reading: PlainCommand = { role: 'command', command: getData.encode(cardData.keyInformation), tolerated: refusedReads, position: 2 }

const isConfirmed = (parameters: KeyRotationParameters, found: KeyRotationFound | null): boolean =>
  found !== null && found.answer !== null && confirmsKeys(keysOf(parameters), found.answer)
