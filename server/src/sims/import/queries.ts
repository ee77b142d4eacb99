import { sql } from 'kysely'
import { defaultSecurityDomainAid } from '@simdeck/protocol/aid.ts'
import type { Db } from '../../db/database.ts'
import type { KeyColumn, SimFields } from './check-line.ts'

/** The key version number that is meant when a SIM names none: the first of the range that Amendment D gives to SCP03. */
const defaultKeyVersionNumber = 0x30

export type KnownSim = { id: number; iccid: string; has_keys: boolean }

export async function knownSims(db: Db, iccids: readonly string[]): Promise<Map<string, KnownSim>> {
  const rows = await db.selectFrom('sims').select(['id', 'iccid', 'has_keys']).where('iccid', 'in', iccids).execute()
  return new Map(rows.map((row) => [row.iccid, row]))
}

export type SimToWrite = SimFields & { iccid: string }

const simColumns = sql`(iccid text, imsi text, msisdn text, imei text, device_alias text, operator text, cm_platform text, type text,
  external_device_id text, group_name text, status text)`

/** Adds SIMs; those whose ICCID is there already are left out of the answer. A new SIM starts in the first state of its platform. */
export async function insertSims(db: Db, sims: readonly SimToWrite[]): Promise<{ id: number; iccid: string }[]> {
  const { rows } = await sql<{ id: number; iccid: string }>`
    insert into sims (iccid, imsi, msisdn, imei, device_alias, operator, cm_platform, type, external_device_id, group_id, status)
    select iccid, imsi, msisdn, imei, device_alias, coalesce(operator, 'other'), coalesce(cm_platform, 'none'), coalesce(type, 'SIM'),
      external_device_id, (select id from groups where lower(name) = lower(line.group_name)), coalesce(status, case when cm_platform = 'ntt' then 'AVAILABLE' else 'INVENTORY' end)
    from jsonb_to_recordset(${JSON.stringify(sims)}::jsonb) as line${simColumns}
    on conflict (iccid) do nothing
    returning id, iccid
  `.execute(db)
  return rows
}

/** Writes what is given and keeps the rest. */
export async function updateSims(db: Db, sims: readonly SimToWrite[]): Promise<void> {
  await sql`
    update sims set
      imsi = coalesce(line.imsi, sims.imsi), msisdn = coalesce(line.msisdn, sims.msisdn), imei = coalesce(line.imei, sims.imei),
      device_alias = coalesce(line.device_alias, sims.device_alias), operator = coalesce(line.operator, sims.operator),
      cm_platform = coalesce(line.cm_platform, sims.cm_platform), type = coalesce(line.type, sims.type),
      external_device_id = coalesce(line.external_device_id, sims.external_device_id),
      group_id = coalesce((select id from groups where lower(name) = lower(line.group_name)), sims.group_id), status = coalesce(line.status, sims.status), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(sims)}::jsonb) as line${simColumns}
    where sims.iccid = line.iccid
  `.execute(db)
}

/** Keys as they are stored: sealed. */
export type KeysToWrite = Record<KeyColumn, Uint8Array | null> & {
  sim_id: number
  security_domain_aid: string | null
  key_version_number: number | null
}

/** Writes the keys that are given and keeps the others; a SIM that has none yet must be given all five. */
export async function writeKeys(db: Db, keys: readonly KeysToWrite[]): Promise<void> {
  const column = <Name extends keyof KeysToWrite>(name: Name): KeysToWrite[Name][] => keys.map((line) => line[name])
  await sql`
    insert into sim_keys (sim_id, cap_auth_key, encrypt_key, scp03_enc, scp03_mac, scp03_dek, security_domain_aid, key_version_number)
    select line.sim_id, coalesce(line.cap_auth_key, old.cap_auth_key), coalesce(line.encrypt_key, old.encrypt_key),
      coalesce(line.scp03_enc, old.scp03_enc), coalesce(line.scp03_mac, old.scp03_mac), coalesce(line.scp03_dek, old.scp03_dek),
      coalesce(line.security_domain_aid, old.security_domain_aid, ${defaultSecurityDomainAid}),
      coalesce(line.key_version_number, old.key_version_number, ${defaultKeyVersionNumber}::int)
    from unnest(
      ${column('sim_id')}::bigint[], ${column('cap_auth_key')}::bytea[], ${column('encrypt_key')}::bytea[],
      ${column('scp03_enc')}::bytea[], ${column('scp03_mac')}::bytea[], ${column('scp03_dek')}::bytea[],
      ${column('security_domain_aid')}::text[], ${column('key_version_number')}::int[]
    ) as line(sim_id, cap_auth_key, encrypt_key, scp03_enc, scp03_mac, scp03_dek, security_domain_aid, key_version_number)
    left join sim_keys old on old.sim_id = line.sim_id
    on conflict (sim_id) do update set
      cap_auth_key = excluded.cap_auth_key, encrypt_key = excluded.encrypt_key, scp03_enc = excluded.scp03_enc,
      scp03_mac = excluded.scp03_mac, scp03_dek = excluded.scp03_dek, security_domain_aid = excluded.security_domain_aid,
      key_version_number = excluded.key_version_number
  `.execute(db)
  await sql`update sims set has_keys = true where id = any(${column('sim_id')}) and not has_keys`.execute(db)
}
