import { type RawBuilder, sql } from 'kysely'
import { instanceMemory } from '../../packages/card-memory.ts'
import { openOta } from '../../packages/sql/open-ota.ts'

/** A package that a load file imports: binary compatible from that minor version on (JCVM §4.5). AID in upper-case hex. */
export type WantedImport = { aid: string; major: number; minor: number }

/** Requirements of an install on a card. */
export type InstallNeeds = {
  /** Octets of the card's memory. */
  memory: number
  /** The smallest sufficient receive buffer for each security level; null if no buffer is large enough. */
  buffers: ReadonlyMap<number, number | null>
  /** Imports without the packages of the platform. */
  imports: readonly WantedImport[]
}

const largestInteger = 0x7fffffff

/**
 * True if commands do not fit the frames of the SIM `s` with its `contact`. A SIM without a reported buffer counts with the smallest, 255.
 */
export function bufferTooSmall({ buffers }: InstallNeeds): RawBuilder<boolean> {
  const ofLevels = [...buffers].map(([level, buffer]) => sql`when ${sql.lit(level)} then ${sql.lit(buffer ?? largestInteger)}`)
  const needed = sql`case (select security_level from sim_keys k where k.sim_id = s.id) ${sql.join(ofLevels, sql` `)} end`
  const mayMatter = [...buffers.values()].some((buffer) => buffer !== 255)
  return mayMatter ? sql<boolean>`coalesce(contact.receive_buffer, 255) < ${needed}` : sql<boolean>`false`
}

/**
 * An expression that is computed only if an OTA of the SIM `s` has the condition; null otherwise. For many SIMs, PostgreSQL reads the OTAs
 * with the condition once, instead of those of each SIM.
 */
const ifSome = (condition: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
  sql`(case when exists (select from ota_jobs known where known.sim_id = s.id and ${condition}) then ${value} end)`

/**
 * Octets that earlier open installs of the SIM `s` will take. `offset 0` makes PostgreSQL look up the OTAs of the SIM: while its statistics
 * know of no open OTAs, it would read the whole index of them for each SIM.
 */
const taken = ifSome(
  sql`known.kind = 'install' and known.status in ${openOta}`,
  sql`(select sum(p.load_length + ${sql.lit(instanceMemory)})
  from (select * from ota_jobs where sim_id = s.id offset 0) o join packages p on p.id = o.package_id
    where o.kind = 'install' and o.status in ${openOta})`,
)

/**
 * True if the last reported memory of the SIM, plus the memory that a removal frees and minus the memory of open installs, is too little.
 */
export function memoryTooSmall({ memory }: InstallNeeds, freed: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(contact.free_memory is not null and contact.free_memory + ${freed} - coalesce(${taken}, 0) < ${memory}::bigint)`
}

/** The package that an OTA loaded under this AID on the SIM `s` and that no OTA has removed since; null if none is known. */
export function loadedPackage(aid: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select case when j.kind = 'install' then j.package_id end from ota_jobs j
    where j.sim_id = s.id and j.package_aid = ${aid} and j.status in ('Succeeded', 'NotFound') order by j.id desc limit 1)`
}

/** The same for an AID that does not depend on the SIM. */
export const loadedUnder = (aid: string): RawBuilder<unknown> =>
  ifSome(sql`known.package_aid = ${aid} and known.status in ('Succeeded', 'NotFound')`, loadedPackage(sql`${aid}`))

/**
 * The AIDs of imports that the SIM is not known to hold after the deletion of `removed`. It is known to hold `held` and the packages that
 * an OTA loaded, except those that an open OTA removes.
 */
export function missingImports({ imports }: InstallNeeds, removed: RawBuilder<unknown>): RawBuilder<string[]> {
  if (imports.length === 0) return sql<string[]>`'{}'::text[]`
  const missing = imports.map(({ aid, major, minor }) => {
    const compatible = (version: RawBuilder<unknown>) =>
      sql`(split_part(${version}, '.', 1)::int = ${sql.lit(major)} and split_part(${version}, '.', 2)::int >= ${sql.lit(minor)})`
    return sql`case when ${aid} is distinct from ${removed} and coalesce(
      (select j.kind = 'install' and ${compatible(sql`p.ota_version`)} from ota_jobs j left join packages p on p.id = j.package_id
        where j.sim_id = s.id and j.package_aid = ${aid} and (j.status in ('Succeeded', 'NotFound')
          or (j.kind = 'remove' and j.status in ${openOta})) order by j.id desc limit 1),
      held.package_aid = ${aid} and ${compatible(sql`held.ota_version`)}, false) then null else ${aid} end`
  })
  return sql<string[]>`array_remove(array[${sql.join(missing)}]::text[], null)`
}
