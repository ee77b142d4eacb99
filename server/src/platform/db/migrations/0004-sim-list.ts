import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

/** Carried by the index of each sort key, so that a filtered list is walked deep without the rows themselves. */
const carried = 'include (facets, updated_at, poller_version, other_applet_version, poller_name, other_applet_name)'

const statements = `
-- 0 off, 1 on, 2 in a session: written at the transitions, so that the list can be narrowed and sorted by it.
alter table sims add column connection smallint not null default 0;
update sims set connection = case
  when sim_contacts.ota_open_until > now() then 2 when sim_contacts.last_poll > now() - interval '15 minutes' then 1 else 0 end
  from sim_contacts where sim_contacts.sim_id = sims.id;

-- What has few values, packed: bits 0 type, 1-2 operator, 3-4 cm_platform, 5-8 status, 9-10 connection, 11-13 status_poller,
-- 14-16 status_other_applet, 17-48 group_id; 0 for none or for a value that is not listed.
alter table sims add column facets bigint not null generated always as (
  coalesce(array_position(array['SIM', 'eUICC'], type) - 1, 0)::bigint
  | (coalesce(array_position(array['ntt', 'jasper', 'other'], operator), 0)::bigint << 1)
  | (coalesce(array_position(array['ntt', 'jasper', 'none'], cm_platform), 0)::bigint << 3)
  | (coalesce(array_position(array['TEST_READY', 'INVENTORY', 'TRIAL', 'ACTIVATION_READY', 'ACTIVATED', 'DEACTIVATED', 'RETIRED',
      'PURGED', 'PRE_ACTIVATED', 'SUSPENDED', 'OPERATOR_BARRED', 'AVAILABLE', 'TERMINATED', 'TARIFF_HOLIDAY', 'REPLACED'], status),
      0)::bigint << 5)
  | (connection::bigint << 9)
  | (coalesce(array_position(array['Ready', 'Started', 'Interrupted', 'Failed', 'Succeeded', 'Blocked', 'NotFound'], status_poller),
      0)::bigint << 11)
  | (coalesce(array_position(array['Ready', 'Started', 'Interrupted', 'Failed', 'Succeeded', 'Blocked', 'NotFound'],
      status_other_applet), 0)::bigint << 14)
  | (coalesce(group_id, 0) << 17)
) stored;
alter table sims add check (group_id < 4294967296);

create function version_parts(version text) returns int[] language sql immutable parallel safe strict as $$
  select case when version ~ '^[0-9]{1,9}([.][0-9]{1,9}){0,9}$' then string_to_array(version, '.')::int[] end
$$;

-- Taken apart once, when written: a list that is sorted by version looks at many.
alter table sims add column poller_version_parts int[] generated always as (version_parts(poller_version)) stored;
alter table sims add column other_applet_version_parts int[] generated always as (version_parts(other_applet_version)) stored;

-- What the list is narrowed by stands beside what changes with every poll too: sorted by the last poll, it reads one table.
alter table sim_contacts add column facets bigint not null default 0;
update sim_contacts set facets = sims.facets from sims where sims.id = sim_contacts.sim_id;
create or replace function make_sim_contacts() returns trigger language plpgsql as $$
begin
  insert into sim_contacts (sim_id, facets) select id, facets from added;
  return null;
end $$;
create function keep_sim_contacts() returns trigger language plpgsql as $$
begin
  update sim_contacts set facets = new.facets where sim_id = new.id;
  return null;
end $$;
create trigger sims_contacts_kept after update on sims
  for each row when (old.facets <> new.facets) execute function keep_sim_contacts();

drop index sims_alias, sims_status;
alter table sims drop constraint sims_iccid_key;
alter table sims add constraint sims_iccid_key unique (iccid) ${carried};
create index sims_id on sims (id) ${carried};
create index sims_device_alias on sims (device_alias collate "C", id) ${carried};
create index sims_imsi on sims (imsi collate "C", id) ${carried};
create index sims_msisdn on sims (msisdn collate "C", id) ${carried};
create index sims_imei on sims (imei collate "C", id) ${carried};
create index sims_external_device_id on sims (external_device_id collate "C", id) ${carried};
create index sims_connection on sims (connection, id) ${carried};
create index sims_status on sims (status, id) ${carried};
create index sims_status_poller on sims (status_poller, id) ${carried};
create index sims_status_other_applet on sims (status_other_applet, id) ${carried};
create index sims_poller_version_parts on sims (poller_version_parts, id) ${carried};
create index sims_other_applet_version_parts on sims (other_applet_version_parts, id) ${carried};
create index sims_other_applet_name on sims (other_applet_name collate "C", id) ${carried};
create index sims_created_at on sims (created_at, id) ${carried};
create index sims_updated_at on sims (updated_at, id) ${carried.replace('updated_at, ', '')};

-- For filters that few SIMs pass: small, since equal values share their entry.
create index sims_type on sims (type);
create index sims_operator on sims (operator);
create index sims_cm_platform on sims (cm_platform);
create index sims_group on sims (group_id);
create index sims_other_applet_version on sims (other_applet_version) where other_applet_version is not null;
create index sims_poller_name on sims (poller_name collate "C") where poller_name is not null;

create index sim_contacts_last_poll on sim_contacts (last_poll, sim_id) include (facets);
create index sim_contacts_rsrp on sim_contacts (rsrp, sim_id) include (facets);

-- The texts that are searched in, apart from the row that changes often: their index is the dearest to write. In "grams" the numbers
-- and the words stand as they are, then the words as letters of their bytes, so that parts of Japanese words, of which trigrams know
-- nothing under the C locale, are found too.
create function letters_of(words text) returns text language sql immutable parallel safe strict as $$
  select translate(encode(convert_to(words, 'UTF8'), 'hex'), '0123456789abcdef', 'ghijklmnopqrstuv')
$$;
create table sim_texts (
  sim_id bigint primary key references sims on delete cascade,
  words text not null,
  grams text not null
);
create function words_of(sim sims) returns text language sql immutable parallel safe as $$
  select lower(coalesce(sim.external_device_id, '') || chr(10) || coalesce(sim.device_alias, ''))
$$;
create function grams_of(sim sims) returns text language sql immutable parallel safe as $$
  select sim.iccid || '|' || coalesce(sim.imsi, '') || '|' || coalesce(sim.msisdn, '') || '|' || coalesce(sim.imei, '') || '|' || words_of(sim) || '|' || letters_of(words_of(sim))
$$;
insert into sim_texts select sims.id, words_of(sims), grams_of(sims) from sims;
create index sim_texts_grams on sim_texts using gin (grams gin_trgm_ops);
create function make_sim_texts() returns trigger language plpgsql as $$
begin
  insert into sim_texts select sims.id, words_of(sims), grams_of(sims) from added sims;
  return null;
end $$;
create trigger sims_texts after insert on sims referencing new table as added
  for each statement execute function make_sim_texts();
create function keep_sim_texts() returns trigger language plpgsql as $$
begin
  update sim_texts set words = words_of(new), grams = grams_of(new) where sim_id = new.id;
  return null;
end $$;
create trigger sims_texts_kept after update of iccid, imsi, msisdn, imei, external_device_id, device_alias on sims
  for each row when (old.iccid <> new.iccid or old.imsi is distinct from new.imsi or old.msisdn is distinct from new.msisdn
    or old.imei is distinct from new.imei or old.external_device_id is distinct from new.external_device_id
    or old.device_alias is distinct from new.device_alias)
  execute function keep_sim_texts();
drop index sims_search;
`
