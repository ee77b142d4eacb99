import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- An import fills tables of its own and then renames them to these. Degrees are in millionths.
create table cell_towers (
  cell bigint not null,
  area int not null,
  longitude int not null,
  latitude int not null,
  range_metres int not null,
  updated int not null,
  radio smallint not null,
  mcc smallint not null,
  net smallint not null
);
create index cell_towers_key on cell_towers (mcc, net, radio, cell, area);

-- The middle of the cells of a location area or tracking area, and the distance within which they are.
create table cell_areas (
  area int not null,
  longitude int not null,
  latitude int not null,
  range_metres int not null,
  towers int not null,
  radio smallint not null,
  mcc smallint not null,
  net smallint not null
);
create unique index cell_areas_key on cell_areas (mcc, net, radio, area);

-- The last imports of cell towers. An import that was stopped goes on at its line, or at its SIM.
create table cell_imports (
  id bigint generated always as identity primary key,
  file_name text not null,
  file_bytes bigint not null,
  file_modified timestamptz not null,
  phase text not null default 'loading' check (phase in ('loading', 'replacing', 'locating', 'done')),
  lines bigint not null default 0,
  towers bigint not null default 0,
  bad_lines bigint not null default 0,
  other_lines bigint not null default 0,
  last_sim bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);

-- Where a cell is: its own tower, else the middle of the cells of its LTE base station, else that of its area.
create function locate_cell(of_radio int, of_mcc text, of_mnc text, of_lac int, of_cell bigint,
  out longitude double precision, out latitude double precision, out accuracy int, out source text)
language plpgsql stable as $$
declare
  country smallint;
  network smallint;
  eastward double precision;
  northward double precision;
begin
  if of_radio is null or of_cell is null or of_lac is null or of_mcc is null or of_mnc is null
    or of_radio not between 0 and 255 or of_mcc !~ '^[0-9]{3}$' or of_mnc !~ '^[0-9]{2,3}$' then
    return;
  end if;
  country := of_mcc;
  network := of_mnc;
  select t.longitude, t.latitude, t.range_metres into eastward, northward, accuracy from cell_towers t
    where t.mcc = country and t.net = network and t.radio = of_radio and t.cell = of_cell and t.area = of_lac
    order by t.updated desc limit 1;
  if found then source := 'cell'; end if;
  if source is null and of_radio = 8 then
    select avg(t.longitude), avg(t.latitude), max(t.range_metres) into eastward, northward, accuracy from cell_towers t
      where t.mcc = country and t.net = network and t.radio = of_radio and t.cell between of_cell >> 8 << 8 and (of_cell >> 8 << 8) + 255;
    if accuracy is not null then source := 'site'; end if;
  end if;
  if source is null then
    select a.longitude, a.latitude, a.range_metres into eastward, northward, accuracy from cell_areas a
      where a.mcc = country and a.net = network and a.radio = of_radio and a.area = of_lac;
    if found then source := 'area'; end if;
  end if;
  if source is null then return; end if;
  longitude := round(eastward) / 1e6::double precision;
  latitude := round(northward) / 1e6::double precision;
end $$;

alter table sim_contacts add column longitude double precision, add column latitude double precision, add column accuracy int;
`
