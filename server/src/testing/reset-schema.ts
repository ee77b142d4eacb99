/** Counts the other connections to the database. */
export const otherConnections =
  'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/**
 * Gives the tables the rows of a new database. `rows`: the number of removed rows; null if the schema was changed, and nothing is removed.
 */
export const clearedDatabase =
  'select case when test_reset.fingerprint() = (select value from test_reset.original) then test_reset.clear() end::int as rows'

/** Creates the objects with which a test database is cleared. Run it once, on a migrated database. */
export const resetSchema = `
create schema test_reset;

create view test_reset.tables as
  select c.oid, c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%';

create function test_reset.fingerprint() returns text language sql as $$
  select md5(concat(
    (select string_agg(concat(c.relname, c.relkind, c.relnatts, c.relchecks, c.relhastriggers, c.relrowsecurity), ',' order by c.relname)
      from pg_class c where c.relnamespace = 'public'::regnamespace),
    (select string_agg(concat(conname, conrelid), ',' order by conname, conrelid) from pg_constraint),
    (select string_agg(concat(tgname, tgrelid, tgenabled), ',' order by tgname, tgrelid) from pg_trigger),
    (select string_agg(concat(attrelid, attname, attnotnull, atttypid), ',' order by attrelid, attnum) from pg_attribute a
      join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace),
    (select count(*) from pg_proc where pronamespace = 'public'::regnamespace),
    (select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase where d.datname = current_database())
  ));
$$;

do $$
declare one record; filled boolean;
begin
  for one in select name from test_reset.tables loop
    execute format('select exists (select 1 from public.%I)', one.name) into filled;
    if filled then execute format('create table test_reset.%I as table public.%I', 'rows_' || one.name, one.name); end if;
  end loop;
end $$;

create table test_reset.sequences as select sequencename, last_value from pg_sequences where schemaname = 'public';

create function test_reset.clear() returns bigint language plpgsql set session_replication_role = replica as $$
declare one record; removed bigint; total bigint := 0;
begin
  for one in select name, to_regclass('test_reset.' || quote_ident('rows_' || name)) as stored from test_reset.tables loop
    execute format('delete from public.%I', one.name);
    get diagnostics removed = row_count;
    total := total + removed;
    if one.stored is not null then execute format('insert into public.%I overriding system value select * from %s', one.name, one.stored); end if;
  end loop;
  for one in select now.sequencename as name, at_first.last_value from pg_sequences now join test_reset.sequences at_first using (sequencename)
    where now.schemaname = 'public' and now.last_value is distinct from at_first.last_value loop
    perform setval(format('public.%I', one.name)::regclass, coalesce(one.last_value, 1), one.last_value is not null);
  end loop;
  return total;
end $$;

create table test_reset.original as select test_reset.fingerprint() as value;
`
