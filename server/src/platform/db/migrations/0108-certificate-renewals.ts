import { type Kysely, sql } from 'kysely'

const ddl = `
-- The time from which the certificate is due for renewal; null before it is signed.
alter table sim_certificates add column renew_at timestamptz;
update sim_certificates set renew_at = valid_to - make_interval(days => (identity ->> 'renewBeforeDays')::int) where valid_to is not null;
create index sim_certificates_renewal on sim_certificates (renew_at)
  where active_at is not null and template_id is not null and cert_status in ('Active', 'Expired');

-- One row for each template and day on which its certificates were due: what the rule did about them.
create table certificate_renewals (
  template_id bigint not null references identity_templates on delete cascade,
  day date not null,
  outcome text not null check (outcome in ('begun', 'proposed', 'refused', 'nothing')),
  -- The SIMs of the campaign, or those that were due.
  sims int not null,
  campaign_id bigint references campaigns on delete set null,
  -- The code of the error for which no campaign could begin.
  refusal text,
  created_at timestamptz not null default now(),
  primary key (template_id, day)
);
create index certificate_renewals_campaign on certificate_renewals (campaign_id) where campaign_id is not null;
`

/** Certificates know the time of their renewal, and each day's renewal of a template begins once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(ddl).execute(db)
}
