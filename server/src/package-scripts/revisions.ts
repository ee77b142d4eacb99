import type { OptionsScript } from '@simdeck/contract/campaign-again.ts'
import { csvColumnsOf, readTemplate } from '@simdeck/protocol/card-files/template.ts'
import type { Db } from '../platform/db/database.ts'
import { revisionsByIds } from './queries.ts'

/** The revisions of scripts by id, and whether they are still the current ones. */
export async function revisionsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, OptionsScript>> {
  const rows = ids.length === 0 ? [] : await revisionsByIds(db, ids)
  return new Map(
    rows.map(({ id, current_id: currentId, package_name: packageName, ota_version: otaVersion, lines }) => {
      const templates = lines.map(readTemplate)
      const octets = templates.reduce((sum, template) => sum + template.octets.length, 0)
      const columns = csvColumnsOf(templates.flatMap(({ holes }) => holes))
      const state = currentId === null ? 'deleted' : currentId === id ? 'current' : 'changed'
      return [id, { id, packageName, otaVersion, octets, columns, state, currentId }]
    }),
  )
}
