import { type Kysely, sql } from 'kysely'

/**
 * OTAs say their kind by its name, and its parameters as the contract has them. A snapshot is a selection, with what its last dry run said in a row of its own. Unused snapshots keep their ids unless a selection
 * has the same; used ones were waiting for their deletion only. New ids are above those of both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(jobs).execute(db)
  await sql.raw(selections).execute(db)
}

const jobs = `
alter table ota_jobs alter column install_parameters drop default;
alter table ota_jobs
  alter column action_type type text using (
    case action_type when 1 then 'install' when 2 then 'remove' when 3 then 'store-data' when 4 then 'rfm' when 5 then 'inventory' end),
  alter column install_parameters type jsonb using (case action_type
    when 1 then jsonb_build_object('moduleAID', module_aid, 'instanceAID', instance_aid,
      'installParameters', upper(encode(install_parameters, 'hex')))
    when 2 then jsonb_build_object('instanceAID', instance_aid) else '{}' end);
alter table ota_jobs rename column action_type to kind;
alter table ota_jobs rename column install_parameters to params;
alter table ota_jobs add check (kind ~ '^[a-z]+(-[a-z]+)*$'), alter column params set default '{}', drop column module_aid,
  drop column instance_aid, add column transport text not null default 'session' check (transport in ('session'));
`

const selections = `
alter table sim_selections add column purpose text not null default 'change' check (purpose in ('change', 'snapshot'));
alter table sim_selections alter column purpose drop default;
create table ota_dry_runs (
  selection_id bigint primary key references sim_selections on delete cascade,
  targets jsonb not null,
  eligible integer not null,
  removals jsonb not null,
  left_out bigint[] not null
);
alter table ota_dry_runs alter column left_out set storage external;

insert into sim_selections (id, purpose, total, created_by, created_at) overriding system value
select id, 'snapshot', total, created_by, created_at from ota_snapshots
where used_at is null and not exists (select 1 from sim_selections taken where taken.id = ota_snapshots.id);
insert into sim_selection_parts (selection_id, part, sim_ids)
select snapshot_id, part, array_agg(sim_id order by sim_id) from (
  select snapshot_id, sim_id, (row_number() over (partition by snapshot_id order by sim_id) - 1) / 1000 as part
  from ota_snapshot_sims join sim_selections on sim_selections.id = snapshot_id and purpose = 'snapshot') numbered
group by snapshot_id, part;
insert into ota_dry_runs
select id, checked_targets, checked_eligible, coalesce(checked_removals, '{}'),
  array(select sim_id from ota_snapshot_sims where snapshot_id = ota_snapshots.id and left_out)
from ota_snapshots
where checked_targets is not null and checked_eligible is not null
  and exists (select 1 from sim_selections where sim_selections.id = ota_snapshots.id and purpose = 'snapshot');
select setval('sim_selections_id_seq', greatest(
  (select last_value from sim_selections_id_seq), (select last_value from ota_snapshots_id_seq)));

drop table ota_snapshot_sims, ota_snapshots;
`
