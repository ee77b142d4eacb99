import { type Kysely, sql } from 'kysely'

/**
 * OTAs whose commands a short message carries. A message names its OTA, and `ota_ended` tells that its outcome is that of the OTA by now. The
 * column has no reference, which each deletion of an OTA would look up: a message is of no more use once its OTA is gone.
 * A campaign wakes a SIM once, and its retries send a script again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table ota_jobs drop constraint ota_jobs_transport_check;
alter table ota_jobs add constraint ota_jobs_transport_check check (transport in ('session', 'sms'));
create index ota_jobs_ready_by_sms on ota_jobs (campaign_id, wave, id) where transport = 'sms' and status = 'Ready' and not_before is null;
create index ota_jobs_retried_by_sms on ota_jobs (campaign_id, not_before) where transport = 'sms' and status = 'Ready' and not_before is not null;
alter table sms_messages
  add column ota_id bigint check (ota_id is null or script is not null),
  add column ota_ended boolean not null default false;
drop index sms_messages_campaign;
create index sms_messages_campaign on sms_messages (campaign_id) where campaign_id is not null;
create unique index sms_messages_campaign_wake on sms_messages (campaign_id, sim_id) where campaign_id is not null and ota_id is null;
create index sms_messages_ota on sms_messages (ota_id) where ota_id is not null;
create index sms_messages_answered on sms_messages (id)
  where ota_id is not null and not ota_ended and (state = 'failed' or proof_is_authentic);
create index sms_messages_awaited on sms_messages (sent_at) where ota_id is not null and not ota_ended;
create index sms_messages_refused on sms_messages (proof_at) where ota_id is not null and not ota_ended and proof_status <> 0;
`
