import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { loadedPackage } from './installable.ts'

/** A registered package that imports another one, with the imported version. */
export type Importer = { id: number; packageAid: string; major: number; minor: number }

/** The registered packages that import the package of that AID, in any version. */
export async function importersOf(db: Db, aid: string): Promise<Importer[]> {
  const { rows } = await sql<Importer>`
    select p.id, p.package_aid as "packageAid", split_part(split_part(i, ' ', 2), '.', 1)::int as major,
      split_part(split_part(i, ' ', 2), '.', 2)::int as minor
    from packages p, unnest(p.imports) i where split_part(i, ' ', 1) = ${aid} order by p.id`.execute(db)
  return rows
}

/** A registered package that imports a package with applets. */
export type AppletImporter = Importer & { importedAid: string }

/** The registered packages that import a registered package with applets. */
export async function importersOfApplets(db: Db): Promise<AppletImporter[]> {
  const { rows } = await sql<AppletImporter>`
    select p.id, p.package_aid as "packageAid", split_part(i, ' ', 1) as "importedAid",
      split_part(split_part(i, ' ', 2), '.', 1)::int as major, split_part(split_part(i, ' ', 2), '.', 2)::int as minor
    from packages p, unnest(p.imports) i
    where exists (select 1 from packages a where a.package_aid = split_part(i, ' ', 1) and a.applets <> '{}') order by p.id`.execute(db)
  return rows
}

/** Ids of those `importers` that the SIM `s` is known to hold and whose import is satisfied by the package of its applet, `held`. */
export function importersOfHeld(importers: readonly AppletImporter[]): RawBuilder<number[]> {
  if (importers.length === 0) return sql<number[]>`'{}'::bigint[]`
  const column = (key: keyof AppletImporter) => sql`${importers.map((one) => one[key])}`
  return sql<number[]>`array(
    select i.id from unnest(${column('id')}::bigint[], ${column('packageAid')}::text[], ${column('importedAid')}::text[],
      ${column('major')}::int[], ${column('minor')}::int[]) i(id, aid, imported, major, minor)
    where i.imported = held.package_aid and i.major = split_part(held.ota_version, '.', 1)::int
      and i.minor <= split_part(held.ota_version, '.', 2)::int and ${loadedPackage(sql`i.aid`)} = i.id)`
}

/** Ids of those `importers` that the SIM `s` is known to hold and whose import is satisfied by the library on it, `loaded`. */
export function importersOnSim(importers: readonly Importer[]): RawBuilder<number[]> {
  if (importers.length === 0) return sql<number[]>`'{}'::bigint[]`
  const column = (key: keyof Importer) => sql`${importers.map((one) => one[key])}`
  return sql<number[]>`array(
    select i.id from unnest(${column('id')}::bigint[], ${column('packageAid')}::text[], ${column('major')}::int[], ${column('minor')}::int[])
      i(id, aid, major, minor)
    where i.major = split_part(loaded.ota_version, '.', 1)::int and i.minor <= split_part(loaded.ota_version, '.', 2)::int
      and (s.other_package_id = i.id or ${loadedPackage(sql`i.aid`)} = i.id))`
}
