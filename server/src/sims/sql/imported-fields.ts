import { type RawBuilder, sql } from 'kysely'
import { type SimField, simFields, type SimFieldsWith, simFieldsWith } from '@simdeck/contract/sim-fields.ts'

export type ImportedField = Exclude<SimFieldsWith<{ from: 'record'; importable: true }>, 'iccid'>

/** The columns that `sims` and the staged lines share, but for the ICCID. */
export const importedFields = simFieldsWith({ from: 'record', importable: true }).filter((name) => name !== 'iccid')

/** SQL of each imported field, separated by commas. */
const each = (sqlOf: (name: ImportedField) => RawBuilder<unknown>): RawBuilder<unknown> => sql.join(importedFields.map(sqlOf))

export const importedColumns = each((name) => sql.ref(name))

/** The values of a new SIM from a staged line. Its status is the first one of its platform. */
export const newValues = each((name) => {
  if (name === 'status') return sql`coalesce(status, case when cm_platform = 'ntt' then 'AVAILABLE' else 'INVENTORY' end)`
  const { initial }: SimField = simFields[name]
  return initial === undefined ? sql.ref(name) : sql`coalesce(${sql.ref(name)}, ${sql.lit(initial)})`
})

export const changedValues = each((name) => sql`${sql.ref(name)} = coalesce(${sql.ref(`lines.${name}`)}, ${sql.ref(`sims.${name}`)})`)

/** Arguments of `jsonb_build_object` for the values before an import, and their restoration. */
export const valuesBefore = each((name) => sql`${sql.lit(name)}, ${sql.ref(`sims.${name}`)}`)
export const restoredValues = each((name) => sql`${sql.ref(name)} = ${sql.ref(`old.${name}`)}`)
