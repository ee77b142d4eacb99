import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { pollKeys } from '@simdeck/protocol/ota/keys.ts'
import type { FrameKeys, SimKeys } from '@simdeck/protocol/ota/keys.ts'
import type { KeySet, SecurityDomain } from '@simdeck/protocol/ota/security-domain.ts'
import type { Random } from '../random.ts'

/** A job that gives a card new keys. Its server makes them, so only their kind is given. */
export type KeyJob = { kind: 'new-keys'; of: 'securityDomain' | 'poller' }

/** The keys of a SIM in the records of the server. */
export interface KeyRecord {
  iccid: string
  domain: SecurityDomain
  poller: SimKeys
  pollKeys: FrameKeys
  /** SCP03 keys that the card has not proven, for the job that sends them. `inDoubt`: an earlier job may have put them into the card. */
  nextSet: (KeySet & { jobId: number; inDoubt: boolean }) | null
  /** Keys of the poller that no POLL has proven. */
  nextPoller: { jobId: number; keys: SimKeys; pollKeys: FrameKeys } | null
  /** The job whose poller keys a POLL has proven last. */
  provenFor: number | null
}

export function newKeyRecord(iccid: string, poller: SimKeys, domain: SecurityDomain): KeyRecord {
  const own = pollKeys(poller, iccidToBytes(iccid))
  return { iccid, domain, poller, pollKeys: own, nextSet: null, nextPoller: null, provenFor: null }
}

/** The record with new keys for the job. Keys that an earlier job left unproven are sent again, because the card may hold no others. */
export function withKeysFor(record: KeyRecord, jobId: number, { of }: KeyJob, random: Random): KeyRecord {
  const { domain, nextSet, nextPoller, poller, iccid } = record
  if (of === 'poller') {
    if (nextPoller) return { ...record, nextPoller: { ...nextPoller, jobId } }
    if (record.provenFor === jobId) return record
    const keys = { capAuthKey: random.bytes(poller.capAuthKey.length), encryptKey: random.bytes(poller.encryptKey.length) }
    return { ...record, nextPoller: { jobId, keys, pollKeys: pollKeys(keys, iccidToBytes(iccid)) } }
  }
  if (nextSet) return nextSet.jobId === jobId ? record : { ...record, nextSet: { ...nextSet, jobId, inDoubt: true } }
  const key = (): Uint8Array => random.bytes(domain.keys.dek.length)
  const keys = { enc: key(), mac: key(), dek: key() }
  return { ...record, nextSet: { jobId, keyVersionNumber: domain.keyVersionNumber + 1, keys, inDoubt: false } }
}

/** The job for the card, with the keys that `withKeysFor` has made. */
export function keyJobFor({ of }: KeyJob, { iccid, domain, nextSet, nextPoller, poller }: KeyRecord, pollerAid: Uint8Array): Job {
  const { keyVersionNumber, keys } = domain
  if (of === 'poller') {
    const sent = { iccid: iccidToBytes(iccid), keys: nextPoller?.keys ?? poller, dek: keys.dek, areProven: nextPoller === null }
    return { kind: 'poller-keys', pollerAid, ...sent }
  }
  if (!nextSet) throw new Error('no keys were made for the job')
  const next = { keyVersionNumber: nextSet.keyVersionNumber, keys: nextSet.keys }
  return { kind: 'key-rotation', old: { keyVersionNumber, dek: keys.dek }, next, inDoubt: nextSet.inDoubt }
}

/** The record after its card has proven the new SCP03 keys. */
export function withNextSet(record: KeyRecord): KeyRecord {
  const { nextSet, domain } = record
  if (!nextSet) return record
  return { ...record, domain: { ...domain, keyVersionNumber: nextSet.keyVersionNumber, keys: nextSet.keys }, nextSet: null }
}

/** The record after a POLL under the new keys of the poller. */
export function withNextPoller(record: KeyRecord): KeyRecord {
  const { nextPoller } = record
  if (!nextPoller) return record
  return { ...record, poller: nextPoller.keys, pollKeys: nextPoller.pollKeys, nextPoller: null, provenFor: nextPoller.jobId }
}
