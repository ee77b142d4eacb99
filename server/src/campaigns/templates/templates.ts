import type { CampaignOptions, OptionsPackage, OptionsScript } from '@simdeck/contract/campaign-again.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { OtaTemplate } from '@simdeck/contract/ota-templates.ts'
import { revisionsOf } from '../../package-scripts/revisions.ts'
import { isKept } from '../../packages/edit/delete-package.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { withPresentKey } from '../again/options.ts'
import { planOf } from '../targets/plan.ts'
import { insertTemplate, selectTemplate, type TemplateRow } from './queries.ts'

/** Templates with the present state of their packages and scripts. */
export async function templateShapes(db: Db, rows: readonly TemplateRow[]): Promise<OtaTemplate[]> {
  const scripts = await revisionsOf(
    db,
    rows.flatMap(({ options: { scriptId } }) => scriptId ?? []),
  )
  return rows.map((row) => templateShape(row, scripts.get(row.options.scriptId ?? 0) ?? null))
}

function templateShape(row: TemplateRow, script: OptionsScript | null): OtaTemplate {
  const { id, name, options, created_by_name: createdBy, created_at: createdAt } = row
  const found = packageOf(row)
  const { kind, rollout, wakeSims = false, ...parameters } = options
  return {
    id,
    name,
    options: { kind, ...withPresentKey(parameters, found), rollout, wakeSims },
    package: found,
    script,
    createdBy: createdBy ?? '',
    createdAt: createdAt.toISOString(),
  }
}

function packageOf({ package_aid, ota_version, label, package_name: name, package_deleted: deleted }: TemplateRow): OptionsPackage | null {
  if (package_aid === null || ota_version === null || label === null || name === null) return null
  return { packageAID: package_aid, otaVersion: ota_version, label, name, deleted }
}

/** A template by its id. Throws `ApiError('templateNotFound')`. */
export async function templateById(db: Db, id: number): Promise<OtaTemplate> {
  const row = await selectTemplate(db, id)
  if (!row) throw new ApiError('templateNotFound')
  return (await templateShapes(db, [row]))[0]!
}

type ToSave = { name: string; options: CampaignOptions; createdBy: number | null; language: Language; audit: Audit }

/** Saves options as a template, without their times and the values of SIMs, and returns its id. Throws `ApiError` for options with which no campaign can start. */
export async function saveTemplate(db: Db, { name, options, createdBy, language, audit }: ToSave): Promise<number> {
  const { kind, rollout, wakeSims: _, ...parameters } = options
  return db.transaction().execute(async (trx) => {
    const { plan } = await planOf(trx, { kind, parameters, language })
    if (plan.package && !(await isKept(trx, plan.package.id))) throw new ApiError('packageNotFound')
    const { valuesId: _, ...kept } = options
    const timeless = { ...kept, rollout: rollout && { ...rollout, startAt: null, endAt: null } }
    const id = await insertTemplate(trx, { name, options: timeless, packageId: plan.package?.id ?? null, createdBy })
    if (id === null) throw new ApiError('templateLimit')
    await audit(trx)
    return id
  })
}
