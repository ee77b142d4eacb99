import { randomBytes } from 'node:crypto'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import type { SimKeys } from '@simdeck/protocol/ota/keys.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import * as stored from './poller-queries.ts'
import { selectKeys } from './queries.ts'
import { capAuthFingerprint, sealContext } from './seal-keys.ts'

/** The keys that an OTA sends to the poller. `areProven`: the card has polled with them. */
type PollerRotation = { iccid: Uint8Array; keys: SimKeys; dek: Uint8Array; areProven: boolean }

type PollerColumn = 'cap_auth_key' | 'encrypt_key'
type SealedKeys = { iccid: string } & Record<PollerColumn, Buffer>

function opened(sealer: Sealer, row: SealedKeys): SimKeys {
  const open = (column: PollerColumn) => sealer.open(row[column], sealContext(row.iccid, column))
  return { capAuthKey: open('cap_auth_key'), encryptKey: open('encrypt_key') }
}

/**
 * The new keys of an OTA, as long as those before. They are made and stored at the first call. Keys that an earlier OTA left unproven are used
 * again, since the card may hold no others. Null for a SIM without keys; with `held`, null for new keys that are not made yet.
 */
export async function pollerRotationOf(
  trx: Db,
  sealer: Sealer,
  { simId, otaId, held }: { simId: number; otaId: number; held: boolean },
): Promise<PollerRotation | null> {
  const keys = await selectKeys(trx, simId)
  if (!keys || keys.cap_auth_fingerprint === null) return null
  const { iccid } = keys
  const dek = sealer.open(keys.scp03_dek, sealContext(iccid, 'scp03_dek'))
  const of = (row: SealedKeys, areProven: boolean) => ({ iccid: iccidToBytes(iccid), keys: opened(sealer, row), dek, areProven })
  const known = await stored.selectPollerRotation(trx, simId)
  if (stored.isUnproven(known)) {
    if (known.ota_id === otaId) return of(known, false)
    if (held) return null
    await stored.takeOverPollerRotation(trx, simId, otaId)
    return of(known, false)
  }
  if (known?.ota_id === otaId) return of(keys, true)
  if (held) return null
  const before = opened(sealer, keys)
  const capAuthKey = randomBytes(before.capAuthKey.length)
  const made = {
    sim_id: simId,
    ota_id: otaId,
    former_fingerprint: keys.cap_auth_fingerprint,
    cap_auth_fingerprint: capAuthFingerprint(sealer, iccid, capAuthKey),
    cap_auth_key: sealer.seal(capAuthKey, sealContext(iccid, 'cap_auth_key')),
    encrypt_key: sealer.seal(randomBytes(before.encryptKey.length), sealContext(iccid, 'encrypt_key')),
  }
  await stored.putPollerRotation(trx, made)
  return of({ iccid, ...made }, false)
}

/** The fingerprint of the CAP_AUTH_KEY of a SIM, and the new keys that its card has not proven, sealed; null for none. */
export type PollerKeysNow = { current: Buffer | null; next: stored.UnprovenRow | null }

export async function pollerKeysNow(db: Db, simId: number): Promise<PollerKeysNow> {
  const row = await stored.selectPollerRotation(db, simId)
  if (stored.isUnproven(row)) return { current: row.former_fingerprint, next: row }
  return { current: (await selectKeys(db, simId))?.cap_auth_fingerprint ?? null, next: null }
}

export const openNextKeys = (sealer: Sealer, next: stored.UnprovenRow): SimKeys => opened(sealer, next)

/** Makes new keys with which the card has polled the keys of its SIM, unless others were registered meanwhile. */
export const adoptPollerKeys = (trx: Db, { sim_id: simId, cap_auth_fingerprint: fingerprint }: stored.UnprovenRow): Promise<void> =>
  stored.adoptPollerRotation(trx, simId, fingerprint)
