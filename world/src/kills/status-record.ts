import { openDatabase } from '@simdeck/server/platform/db/database.ts'

const statement = `
  create table if not exists kills_statuses (n bigserial, job_id bigint not null, status text not null);
  create or replace function kills_record() returns trigger language plpgsql as $$
    begin
      insert into kills_statuses (job_id, status) values (new.id, new.status);
      return new;
    end $$;
  create or replace trigger kills_record after insert or update of status on ota_jobs
    for each row execute function kills_record();`

/** The statuses of each OTA in order, which a trigger of the database records. */
export type StatusRecord = { of: (jobId: number) => Promise<string[]>; close: () => Promise<void> }

export async function recordStatuses(databaseUrl: string): Promise<StatusRecord> {
  const { pool, close } = openDatabase(databaseUrl, { max: 1 })
  await pool.query(statement)
  return {
    async of(jobId) {
      const { rows } = await pool.query<{ status: string }>('select status from kills_statuses where job_id = $1 order by n', [jobId])
      return rows.map(({ status }) => status)
    },
    close,
  }
}
