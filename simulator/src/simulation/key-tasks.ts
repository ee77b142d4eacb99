import { toHex } from '@simdeck/protocol/bytes.ts'
import type { SimKeys } from '@simdeck/protocol/ota/keys.ts'
import type { KeySet } from '@simdeck/protocol/ota/security-domain.ts'
import { defaultKeyVersionNumber, keySet } from '../card/nvm.ts'
import type { CardNvm } from '../card/nvm.ts'
import type { SimProfile } from '../profile.ts'
import type { Check, Task } from './task.ts'

const holdsSet = ({ securityDomain }: CardNvm, { keyVersionNumber, keys: { enc, mac, dek } }: KeySet): boolean =>
  JSON.stringify(securityDomain.keys) === JSON.stringify(keySet(keyVersionNumber, { enc: toHex(enc), mac: toHex(mac), dek: toHex(dek) }))

/**
 * The server opens its next channel with the keys of the card. Without an unproven set, these are those of its record; with one, the next
 * channel shows which of the two they are. Each rotation that succeeded counts the version up by one.
 */
const opensNextChannel: Check = ({ nvm, keys: { domain, nextSet }, rotations }) => {
  if (!holdsSet(nvm, domain) && !(nextSet && holdsSet(nvm, nextSet))) return 'the server has other SCP03 keys than the card'
  const versions = domain.keyVersionNumber - defaultKeyVersionNumber
  const succeeded = rotations.filter((end) => end === 'Succeeded').length
  if (versions < succeeded || versions > rotations.length) return `${succeeded} rotations, and version ${domain.keyVersionNumber}`
  return nextSet && rotations.at(-1) === 'Succeeded' ? 'keys remain unproven after a rotation' : null
}

/** A rotation of the SCP03 keys. */
export const keyRotationTask: Task = {
  job: { kind: 'new-keys', of: 'securityDomain' },
  subject: 'the SCP03 keys',
  ends: new Map([['Succeeded', opensNextChannel]]),
  interrupted: opensNextChannel,
  withoutChannel: ({ keys }) => (keys.domain.keyVersionNumber === defaultKeyVersionNumber ? null : 'keys were accepted without a proof'),
}

const holdsPollerKeys = ({ pollerKeys }: CardNvm, profile: SimKeys, { capAuthKey, encryptKey }: SimKeys): boolean => {
  const held = pollerKeys ?? { capAuthKey: toHex(profile.capAuthKey), encryptKey: toHex(profile.encryptKey) }
  return held.capAuthKey === toHex(capAuthKey) && held.encryptKey === toHex(encryptKey)
}

/** New keys of the poller. The card polls with keys that the server knows. */
export function pollerKeysTask(profile: SimProfile): Task {
  const canPoll: Check = ({ nvm, keys: { poller, nextPoller } }) =>
    holdsPollerKeys(nvm, profile, poller) || (nextPoller && holdsPollerKeys(nvm, profile, nextPoller.keys))
      ? null
      : 'the server has other keys of the poller than the card'
  const areReplaced: Check = ({ nvm, keys: { poller, nextPoller } }) => {
    if (!holdsPollerKeys(nvm, profile, poller) || nextPoller) return 'the server did not take the proven keys of the poller'
    return nvm.pollerKeys ? null : 'the poller has its former keys'
  }
  return {
    job: { kind: 'new-keys', of: 'poller' },
    subject: 'the keys of the poller',
    ends: new Map([['Succeeded', areReplaced]]),
    interrupted: canPoll,
    withoutChannel: ({ nvm }) => (nvm.pollerKeys ? 'the poller took keys without a channel' : null),
  }
}
