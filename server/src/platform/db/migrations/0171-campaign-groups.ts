import { type Kysely, sql } from 'kysely'

/**
 * The groups of the SIMs of each campaign when it began, with their numbers of SIMs. A trigger counts the first OTA of each SIM, so that no way
 * of writing OTAs is left out. Of campaigns before this migration, the present groups of their SIMs are counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table campaign_groups (
  -- No foreign keys: they would let the start of a campaign, which has locked its SIMs, wait for a deletion of their group.
  group_id bigint not null,
  campaign_id bigint not null,
  sims int not null,
  primary key (group_id, campaign_id)
);

insert into campaign_groups (group_id, campaign_id, sims)
select s.group_id, j.campaign_id, count(*) from ota_jobs j join sims s on s.id = j.sim_id
where j.step = 0 and s.group_id is not null group by s.group_id, j.campaign_id;

create function count_campaign_groups() returns trigger language plpgsql as $$
begin
  insert into campaign_groups (group_id, campaign_id, sims)
  select s.group_id, j.campaign_id, count(*) from added j join sims s on s.id = j.sim_id
  where j.step = 0 and s.group_id is not null group by s.group_id, j.campaign_id order by s.group_id, j.campaign_id
  on conflict (group_id, campaign_id) do update set sims = campaign_groups.sims + excluded.sims;
  return null;
end $$;
create trigger ota_jobs_groups after insert on ota_jobs referencing new table as added for each statement
  execute function count_campaign_groups();

create function forget_group() returns trigger language plpgsql as $$
begin
  delete from campaign_groups where group_id = old.id;
  return null;
end $$;
create trigger groups_forgotten after delete on groups for each row execute function forget_group();
`
