import { ApiError } from '@simdeck/contract/errors.ts'
import type { FileManagementConfig, RemoteConfig, ScriptKey } from '@simdeck/contract/package-scripts.ts'
import { readTemplate } from '@simdeck/protocol/card-files/template.ts'
import type { Db } from '../platform/db/database.ts'
import type { Audit } from '../platform/http/handler.ts'
import { endScript, insertScript, lockKey, packageOf, selectScript } from './queries.ts'
import type { PackageScriptRow, ScriptPurpose } from './tables.ts'

const keyOf = (row: PackageScriptRow): ScriptKey => ({
  packageAID: row.package_aid,
  packageName: row.package_name,
  otaVersion: row.ota_version,
  appletInstanceAID: row.instance_aid,
})

function storedShape(key: ScriptKey, row: PackageScriptRow | undefined) {
  const templates = row?.lines.map(readTemplate) ?? []
  const holes = templates.flatMap((template) => template.holes)
  const variables = new Map(holes.map(({ name, form, length }) => [`${name} ${form} ${length}`, { name, form, length }]))
  return {
    ...key,
    id: row?.id ?? null,
    variables: [...variables.values()],
    octets: templates.reduce((sum, { octets }) => sum + octets.length, 0),
    updatedAt: row?.created_at.toISOString() ?? null,
    updatedBy: row?.created_by_name ?? null,
  }
}

/** The remote configuration of an applet; without a row it is empty. */
export function configShape(key: ScriptKey, row: PackageScriptRow | undefined): RemoteConfig {
  return { ...storedShape(key, row), script: row?.lines[0] ?? null, format: row?.option === false ? 'hex' : 'tlv' }
}

/** The script of remote file management of an applet; without a row it is empty. */
export function managementShape(key: ScriptKey, row: PackageScriptRow | undefined): FileManagementConfig {
  return { ...storedShape(key, row), script: row?.lines ?? null, readsBack: row?.option ?? true }
}

export const listedConfig = (row: PackageScriptRow): RemoteConfig => configShape(keyOf(row), row)
export const listedManagement = (row: PackageScriptRow): FileManagementConfig => managementShape(keyOf(row), row)

/** The current script of an applet. Throws `ApiError('packageNotFound')` unless a package has this AID, name and version. */
export async function currentScript(db: Db, purpose: ScriptPurpose, key: ScriptKey): Promise<PackageScriptRow | undefined> {
  if (!(await packageOf(db, key))) throw new ApiError('packageNotFound')
  return selectScript(db, purpose, key)
}

/**
 * A script to store; `lines` is null to remove the present one. `basedOn` is the revision that must be the present one, null for none;
 * without it, any revision may be.
 */
export type ScriptToStore = { lines: string[] | null; option: boolean; basedOn: number | null | undefined; by: string; audit: Audit }

/** Stores a new revision of a script. Throws `ApiError('packageNotFound' | 'packageHasNoApplet' | 'scriptChanged')`; nothing is changed then. */
export async function storeScript(
  db: Db,
  purpose: ScriptPurpose,
  key: ScriptKey,
  { lines, option, basedOn, by, audit }: ScriptToStore,
): Promise<PackageScriptRow | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockKey(trx, purpose, key)
    const found = await packageOf(trx, key)
    if (!found) throw new ApiError('packageNotFound')
    if (found.applets.length === 0) throw new ApiError('packageHasNoApplet')
    const former = await endScript(trx, purpose, key)
    if (basedOn !== undefined && basedOn !== (former?.id ?? null)) throw new ApiError('scriptChanged')
    if (lines) await insertScript(trx, key, { purpose, lines, option, created_by_name: by })
    const name = `${key.packageAID} ${key.otaVersion} ${key.appletInstanceAID}`
    const changes = [{ field: 'script', before: former?.lines ?? null, after: lines }]
    await audit(trx, undefined, { subjects: [`package:${found.id}`], name, changes })
    return selectScript(trx, purpose, key)
  })
}
