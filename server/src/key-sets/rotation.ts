import { randomBytes } from 'node:crypto'
import type { KeySet } from '@simdeck/protocol/ota/security-domain.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { sealContext } from './seal-keys.ts'
import * as queries from './queries.ts'

/** Key version numbers of SCP03 (GPC Amendment D §5.2). */
const versions = { first: 0x30, last: 0x3f } as const

/** The version of the keys that replace those of `version`: the next one of SCP03, so that the card’s answer tells one from the other. */
export const nextVersion = (version: number): number =>
  version >= versions.first && version < versions.last ? version + 1 : versions.first

/** The key set that an OTA sends, and the one that it replaces. `inDoubt`: an earlier OTA may have put it into the card. */
export type Rotation = { old: { keyVersionNumber: number; dek: Uint8Array }; next: KeySet; inDoubt: boolean }

const columns = ['scp03_enc', 'scp03_mac', 'scp03_dek'] as const

/**
 * The new keys of an OTA. They are made and stored at the first call. Keys that an earlier OTA left in doubt are used again, since the card
 * may hold no others. Null for a SIM without keys or without a known version; with `held`, null for new keys that are not made yet.
 */
export async function rotationOf(
  trx: Db,
  sealer: Sealer,
  { simId, otaId, held }: { simId: number; otaId: number; held: boolean },
): Promise<Rotation | null> {
  const keys = await queries.selectKeys(trx, simId)
  if (!keys || keys.key_version_number === 0) return null
  const old = {
    keyVersionNumber: keys.key_version_number,
    dek: sealer.open(keys.scp03_dek, sealContext(keys.iccid, 'scp03_dek')),
  }
  const opened = (row: Pick<queries.RotationRow, (typeof columns)[number] | 'key_version_number'>): KeySet => {
    const open = (column: (typeof columns)[number]) => sealer.open(row[column], sealContext(keys.iccid, column))
    return { keyVersionNumber: row.key_version_number, keys: { enc: open('scp03_enc'), mac: open('scp03_mac'), dek: open('scp03_dek') } }
  }
  const stored = await queries.selectRotation(trx, simId)
  const usable = stored && stored.security_domain_aid === keys.security_domain_aid && stored.key_version_number !== old.keyVersionNumber
  if (stored?.ota_id === otaId) return usable ? { old, next: opened(stored), inDoubt: stored.in_doubt } : null
  if (held) return null
  if (usable) {
    await queries.takeOverRotation(trx, simId, otaId)
    return { old, next: opened(stored), inDoubt: true }
  }
  const seal = (column: (typeof columns)[number]) => sealer.seal(randomBytes(old.dek.length), sealContext(keys.iccid, column))
  const made = {
    sim_id: simId,
    ota_id: otaId,
    security_domain_aid: keys.security_domain_aid,
    key_version_number: nextVersion(old.keyVersionNumber),
    scp03_enc: seal('scp03_enc'),
    scp03_mac: seal('scp03_mac'),
    scp03_dek: seal('scp03_dek'),
  }
  await queries.putRotation(trx, made)
  return { old, next: opened(made), inDoubt: false }
}

/** Makes the new keys of a SIM its usual ones, after the card has proven them to the OTA that sent them. */
export async function adoptKeys(trx: Db, simId: number, otaId: number): Promise<void> {
  const stored = await queries.selectRotation(trx, simId)
  if (stored?.ota_id === otaId) await queries.adoptRotation(trx, simId)
}

/** Settles keys that a failed OTA left in doubt, once a channel has shown the version that the card holds. */
export async function settleKeys(trx: Db, simId: number, keyVersionNumber: number): Promise<void> {
  const stored = await queries.selectRotation(trx, simId)
  if (!stored || (await queries.isSending(trx, stored.ota_id))) return
  if (stored.key_version_number === keyVersionNumber) await queries.adoptRotation(trx, simId)
  else await queries.dropRotation(trx, simId)
}
