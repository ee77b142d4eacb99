import { sql } from 'kysely'
import type { CampaignOptions } from '@simdeck/contract/campaign-again.ts'
import { maxOtaTemplates } from '@simdeck/contract/ota-templates.ts'
import type { Db } from '../../platform/db/database.ts'

const shown = (db: Db) =>
  db
    .selectFrom('ota_templates')
    .leftJoin('members', 'members.id', 'ota_templates.created_by')
    .leftJoin('packages', 'packages.id', 'ota_templates.package_id')
    .select(['ota_templates.id', 'ota_templates.name', 'options', 'members.name as created_by_name', 'ota_templates.created_at'])
    .select(['packages.package_aid', 'packages.ota_version', 'packages.label', 'packages.name as package_name'])
    .select(sql<boolean>`packages.deleted_at is not null`.as('package_deleted'))

export type TemplateRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

export async function selectTemplates(db: Db): Promise<TemplateRow[]> {
  return shown(db)
    .orderBy(sql`lower(normalize(ota_templates.name, nfkc))`)
    .orderBy('ota_templates.id')
    .execute()
}

export async function selectTemplate(db: Db, id: number): Promise<TemplateRow | undefined> {
  return shown(db).where('ota_templates.id', '=', id).executeTakeFirst()
}

type Template = { name: string; options: CampaignOptions; packageId: number | null; createdBy: number | null }

/** Inserts a template; null if there is the maximum. Insertions wait for each other. Throws a unique violation for a name in use. */
export async function insertTemplate(trx: Db, { name, options, packageId, createdBy }: Template): Promise<number | null> {
  await sql`lock table ota_templates in share row exclusive mode`.execute(trx)
  const { total } = await trx
    .selectFrom('ota_templates')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total >= maxOtaTemplates) return null
  const values = { name, options: JSON.stringify(options), package_id: packageId, created_by: createdBy }
  return (await trx.insertInto('ota_templates').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** False if there is no such template. Throws a unique violation for a name in use. */
export async function renameTemplate(trx: Db, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable('ota_templates').set({ name }).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if there is no such template. */
export async function removeTemplate(trx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('ota_templates').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
