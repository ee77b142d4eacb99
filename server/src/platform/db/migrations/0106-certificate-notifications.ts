import { type Kysely, sql } from 'kysely'

const ddl = `
alter table notifications add column certificate_id bigint;
alter table sim_certificates add column end_told boolean not null default false;
create index sim_certificates_untold_end on sim_certificates (valid_to) where cert_status = 'Active' and not end_told;
create index notification_causes_kind on notification_causes (kind, id);

create function notify_certificate() returns trigger language plpgsql as $$
declare
  is_new boolean := tg_op = 'INSERT';
begin
  if new.cert_status = 'Active' and (is_new or old.cert_status <> 'Active') then
    insert into notification_causes (kind, subject_id) values ('certificateActive', new.id);
  end if;
  if new.csr_status = 'Rejected' and (is_new or old.csr_status <> 'Rejected') then
    insert into notification_causes (kind, subject_id) values ('certificateRejected', new.id);
  end if;
  if is_new then return null; end if;
  if old.is_open and not new.is_open and (
    (new.cert_status = 'Failed' and old.cert_status <> 'Failed')
    or (new.key_pair_status = 'Failed' and old.key_pair_status <> 'Failed')
    or (new.csr_status = 'None' and old.csr_status <> 'None')) then
    insert into notification_causes (kind, subject_id) values ('certificateFailed', new.id);
  end if;
  if new.csr_status = 'Verified' and new.delivery = 'Manual' and not new.is_open and (old.is_open or old.csr_status <> 'Verified') then
    insert into notification_causes (kind, subject_id) values ('certificateWaits', new.id);
  end if;
  return null;
end $$;

create trigger sim_certificates_notified after insert or update of cert_status, csr_status, key_pair_status, is_open on sim_certificates
  for each row execute function notify_certificate();
`

/** Tells changes of certificates on SIMs in the bell, and remembers whose coming end was told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(ddl).execute(db)
}
