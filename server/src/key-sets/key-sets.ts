import type { KeyFacts, KeySets } from '@simdeck/contract/key-sets.ts'
import { kcv } from '@simdeck/protocol/scp03/keys.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { type KeyColumn, sealContext } from './seal-keys.ts'
import { isUnproven, selectPollerRotation } from './poller-queries.ts'
import * as queries from './queries.ts'

const scp03Keys = { ENC: 'scp03_enc', MAC: 'scp03_mac', DEK: 'scp03_dek' } as const
const pollerKeys = { CAP_AUTH_KEY: 'cap_auth_key', ENCRYPT_KEY: 'encrypt_key' } as const

/** The key sets of a SIM without their keys; null for a SIM without keys, undefined if there is no such SIM. */
export async function keySetsOf(db: Db, sealer: Sealer, simId: number): Promise<KeySets | null | undefined> {
  const row = await queries.selectKeys(db, simId)
  if (!row) return row
  const rotation = await queries.selectRotation(db, simId)
  const poller = await selectPollerRotation(db, simId)
  const aid = row.security_domain_aid
  const written = { at: row.key_set_at?.toISOString() ?? null, by: row.key_set_by, campaignId: null }
  const rotated = row.scp03_rotated_at && { at: row.scp03_rotated_at.toISOString(), by: null, campaignId: row.scp03_rotated_by }
  const facts = (name: KeyFacts['name'], column: KeyColumn, sealed: Uint8Array): KeyFacts => {
    const key = openOrNull(sealer, sealed, sealContext(row.iccid, column))
    // The keys of the poller only feed a key derivation, never a cipher (OTA protocol §5.2).
    return { name, bits: key && key.length * 8, kcv: key && column.startsWith('scp03') ? toHex(kcv(key)).toUpperCase() : null }
  }
  const scp03 = (from: Pick<queries.KeysRow, 'scp03_enc' | 'scp03_mac' | 'scp03_dek'>) =>
    Object.entries(scp03Keys).map(([name, column]) => facts(name as KeyFacts['name'], column, from[column]))
  const pollerSet = (from: Record<'cap_auth_key' | 'encrypt_key', Buffer>) => ({
    kind: 'poller' as const,
    aid: null,
    keyVersionNumber: null,
    keys: Object.entries(pollerKeys).map(([name, column]) => facts(name as KeyFacts['name'], column, from[column])),
  })
  const byCampaign = async (at: Date, otaId: number) => ({
    at: at.toISOString(),
    by: null,
    campaignId: await queries.campaignOf(db, otaId),
  })
  return {
    aid,
    keySets: [
      { kind: 'scp03', aid, keyVersionNumber: row.key_version_number, state: 'inForce', keys: scp03(row), written: rotated ?? written },
      ...(rotation
        ? [
            {
              kind: 'scp03' as const,
              aid: rotation.security_domain_aid,
              keyVersionNumber: rotation.key_version_number,
              state: 'unproven' as const,
              keys: scp03(rotation),
              written: await byCampaign(rotation.created_at, rotation.ota_id),
            },
          ]
        : []),
      {
        ...pollerSet(row),
        state: 'inForce',
        written: poller?.proven_at ? await byCampaign(poller.proven_at, poller.ota_id) : written,
      },
      ...(isUnproven(poller)
        ? [{ ...pollerSet(poller), state: 'unproven' as const, written: await byCampaign(poller.created_at, poller.ota_id) }]
        : []),
    ],
  }
}

/** Null for a key that was sealed with another master key. */
function openOrNull(sealer: Sealer, sealed: Uint8Array, at: Parameters<Sealer['open']>[1]): Uint8Array | null {
  try {
    return sealer.open(sealed, at)
  } catch {
    return null
  }
}
