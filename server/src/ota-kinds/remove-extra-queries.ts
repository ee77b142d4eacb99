import { sql } from 'kysely'
import { partsOfExtra } from '@simdeck/contract/extra-content.ts'
import type { Db } from '../platform/db/database.ts'
import { hasLosableCertificate } from '../certificate-authority/sql/losable.ts'
import { holdsExtra, holdsProtected } from '../packages/sql/holds-extra.ts'
import { holdsIotSafe } from '../packages/sql/holds-iot-safe.ts'
import { cardRules, type Rules } from './queries.ts'
import { exclusion } from './sql/exclusion-reason.ts'
import type { Importer } from './sql/importers.ts'
import { loadedPackage } from './sql/installable.ts'

/** Rules for the removal of extra content: the card holds it, nothing protects it, and no package on the SIM imports it. */
export function extraRules(
  extra: string,
  { importers, losesCertificates }: { importers: readonly Importer[]; losesCertificates: boolean },
): Rules {
  const { aid, version } = partsOfExtra(extra)
  const [major, minor] = (version ?? '').split('.').map(Number)
  const suited = importers.filter((one) => version === null || (one.major === major && one.minor <= minor!))
  const certificates = losesCertificates ? sql`when ${hasLosableCertificate} then ${exclusion('holdsCertificates')}` : sql``
  return {
    ...cardRules('remove-extra'),
    importers: importersHeld(suited),
    fromName: sql`${aid}::text`,
    fromVersion: sql`${version}::text`,
    reason: sql`case when not ${holdsExtra(extra)} then case when ${holdsProtected(extra)} then ${exclusion('protectedContent')}
        else ${exclusion('notInstalled')} end
      when cardinality(importers) > 0 then ${exclusion('imported')} ${certificates} end`,
  }
}

/** Ids of those `importers` that the SIM `s` is known to hold. */
function importersHeld(importers: readonly Importer[]) {
  if (importers.length === 0) return sql`'{}'::bigint[]`
  return sql`array(
    select i.id from unnest(${importers.map(({ id }) => id)}::bigint[], ${importers.map(({ packageAid }) => packageAid)}::text[]) i(id, aid)
    where s.other_package_id = i.id or ${loadedPackage(sql`i.aid`)} = i.id)`
}

/** The applets that go with this content from the cards that are known to hold it. */
export async function appletsOfExtra(db: Db, extra: string): Promise<string[]> {
  const content = { kind: 'extra', ...partsOfExtra(extra), protectedBy: null }
  const { rows } = await sql<{ aid: string }>`
    select distinct applet as aid
    from sim_differences d cross join lateral jsonb_array_elements(d.differences) as found
      cross join lateral jsonb_array_elements_text(found -> 'applets') as applet
    where d.differences @> ${JSON.stringify([content])}::jsonb and found @> ${JSON.stringify(content)}::jsonb order by 1`.execute(db)
  return rows.map(({ aid }) => aid)
}

export async function holdsIotSafeByRecord(db: Db, simId: number): Promise<boolean> {
  const { rows } = await sql`select from sims s where s.id = ${simId} and ${holdsIotSafe}`.execute(db)
  return rows.length > 0
}
