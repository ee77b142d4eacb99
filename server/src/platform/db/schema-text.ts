import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The schema in force as text: tables with their columns, constraints and indexes, in a stable order. Partitions are left out. */
export async function schemaText(db: Db): Promise<string> {
  const { rows: columns } = await sql<{ relation: string; line: string }>`
    select c.relname as relation, a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
      case when a.attnotnull then ' not null' else '' end ||
      case when a.attidentity <> '' then ' identity' else '' end ||
      coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely_%'
    order by c.relname, a.attnum`.execute(db)
  const { rows: constraints } = await sql<{ relation: string; line: string }>`
    select c.relname as relation, 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname not like 'kysely_%' and k.contype in ('p', 'u', 'f', 'c')
    order by c.relname, k.conname`.execute(db)
  const { rows: indexes } = await sql<{ relation: string; line: string }>`
    select i.tablename as relation, i.indexdef as line from pg_indexes i join pg_class c on c.relname = i.tablename
    where i.schemaname = 'public' and not c.relispartition and i.tablename not like 'kysely_%'
      and not exists (select 1 from pg_constraint k where k.conname = i.indexname)
    order by i.tablename, i.indexname`.execute(db)
  const relations = [...new Set(columns.map(({ relation }) => relation))]
  const of = (rows: { relation: string; line: string }[], relation: string) =>
    rows.filter((row) => row.relation === relation).map(({ line }) => `  ${line}`)
  return `${relations.map((name) => [name, ...of(columns, name), ...of(constraints, name), ...of(indexes, name)].join('\n')).join('\n\n')}\n`
}
