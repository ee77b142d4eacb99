import { type Kysely, sql } from 'kysely'

/**
 * Every saved mail server is a row of its own that tells which role set or confirmed it, and so is every template that carries codes:
 * mail to a member takes what a role at least as high as the member's has set or confirmed. Who set what there is, is not known:
 * it counts as an ADMIN's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table mail_settings drop column only_one;
alter table mail_settings add column id bigint generated always as identity primary key;
alter table mail_settings add column trusted_by int not null default 2;
alter table mail_settings add column removed boolean not null default false;

alter table mails add column member_id bigint references members on delete set null;
alter table mails add column server_id bigint references mail_settings on delete set null;
alter table mails add column words_by int;
alter table mails add column unconfirmed boolean not null default false;
update mails set member_id = members.id from members where lower(members.email) = lower(recipient) and state <> 'sent';
create index mails_member on mails (member_id);
create index mails_server on mails (server_id);

create table mail_words (
  id bigint generated always as identity primary key,
  name text not null check (name in ('invitation', 'authentication')),
  trusted_by int not null,
  words text not null,
  unique (name, trusted_by)
);
insert into mail_words (name, trusted_by, words)
  select distinct on (key) substr(key, length('notify_password_') + 1), 2, value from settings
  where type = 1 and key in ('notify_password_invitation', 'notify_password_authentication')
  order by key, updated_at desc, id desc;

create table mail_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  what text not null check (what in ('server', 'invitation', 'authentication')),
  member_id bigint references members on delete set null,
  changed_by text not null,
  role_id int not null
);
alter table members add column mail_changes_seen bigint not null default 0;
`
