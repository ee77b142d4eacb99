import { openDatabase } from '@simdeck/server/platform/db/database.ts'

const statement = `
  create table if not exists kills_statuses (n bigserial, job_id bigint not null, status text not null);
  create or replace function kills_record() returns trigger language plpgsql as $$
    begin
      insert into kills_statuses (job_id, status) values (new.id, new.status);
      return new;
    end $$;
  create or replace trigger kills_record after insert or update of status on ota_jobs
    for each row execute function kills_record();
  create table if not exists kills_releases (campaign_id bigint not null, wave int not null);
  create or replace function kills_record_release() returns trigger language plpgsql as $$
    begin
      if new.released_at is not null then
        insert into kills_releases (campaign_id, wave) values (new.campaign_id, new.wave);
      end if;
      return new;
    end $$;
  create or replace trigger kills_record_release after insert or update of released_at on campaign_waves
    for each row execute function kills_record_release();`

const finalStatuses = ['Succeeded', 'Failed', 'NotFound', 'Blocked']

/** The statuses of each OTA and the released waves of each campaign, in order, which triggers of the database record. */
export type StatusRecord = {
  /** Fault of ended OTAs; null if each reached one final status and kept it. */
  faultOf: (...jobIds: number[]) => Promise<string | null>
  releasesOf: (campaignId: number) => Promise<number[]>
  close: () => Promise<void>
}

export async function recordStatuses(databaseUrl: string): Promise<StatusRecord> {
  const { pool, close } = openDatabase(databaseUrl, { max: 1 })
  await pool.query(statement)
  return {
    async faultOf(...jobIds) {
      const { rows } = await pool.query<{ statuses: string[] }>(
        'select array_agg(status order by n) as statuses from kills_statuses where job_id = any($1) group by job_id',
        [jobIds],
      )
      if (rows.length < jobIds.length) return `statuses of ${rows.length} OTAs instead of ${jobIds.length}`
      const wrong = rows.find(({ statuses }) => {
        const ended = statuses.findIndex((status) => finalStatuses.includes(status))
        return ended < 0 || statuses.slice(ended + 1).some((status) => status !== statuses[ended])
      })
      return wrong ? `the statuses of an OTA were ${wrong.statuses.join(', ')}` : null
    },
    async releasesOf(campaignId) {
      const { rows } = await pool.query<{ wave: number }>('select wave from kills_releases where campaign_id = $1 order by wave', [
        campaignId,
      ])
      return rows.map(({ wave }) => wave)
    },
    close,
  }
}
