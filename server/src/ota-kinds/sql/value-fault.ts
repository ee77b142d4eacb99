import { type RawBuilder, sql } from 'kysely'
import { type CsvVariable, type Hole, isCsvVariable, type ScriptVariable, type SimVariable } from '@simdeck/protocol/card-files/template.ts'
import { lacksValue } from '../../certificate-authority/sql/lacks-value.ts'
import { placeholderColumns } from '../../platform/db/placeholder-columns.ts'
import { exclusion } from './exclusion-reason.ts'

/** An uploaded CSV with the names of its columns in their order. */
export type CsvColumns = { valuesId: number; columns: readonly string[] }

type HoleOf<Name extends ScriptVariable> = Omit<Hole, 'name'> & { name: Name }
const isOfSim = (hole: Hole): hole is HoleOf<SimVariable> => !isCsvVariable(hole.name)
const isOfCsv = (hole: Hole): hole is HoleOf<CsvVariable> => isCsvVariable(hole.name)

const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`

/** The branches of a `case` for a SIM `s` whose values do not suit the variables of a script. Without a CSV its columns have no values. */
export function valueFault(holes: readonly Hole[], csv: CsvColumns | null): RawBuilder<unknown> {
  const ofSim = holes.filter(isOfSim)
  const tooLong = ofSim
    .filter(({ form }) => form === 'text')
    .map(({ name, length }) => sql`octet_length(${placeholderColumns[name]}) > ${length}`)
  const ofCsv = holes.filter(isOfCsv)
  return sql`when ${lacksValue(ofSim.map(({ name }) => name))} then ${exclusion('missingValue')}
    when ${anyOf(tooLong)} then ${exclusion('valueTooLong')}
    ${ofCsv.length === 0 ? sql`` : sql`else ${csvFault(ofCsv, csv)}`}`
}

function csvFault(holes: readonly HoleOf<CsvVariable>[], csv: CsvColumns | null): RawBuilder<unknown> {
  if (!csv) return exclusion('noValueRow')
  const cells = holes.map((hole) => ({ ...hole, cell: sql`(r.cells ->> ${csv.columns.indexOf(hole.name.slice('csv.'.length))}::int)` }))
  const unsuitable = cells.map(({ form, length, cell }) =>
    form === 'hex' ? sql`(octet_length(${cell}) <> ${2 * length} or ${cell} !~ '^[0-9A-Fa-f]*$')` : sql`octet_length(${cell}) > ${length}`,
  )
  return sql`nullif(coalesce((
    select case when ${anyOf(cells.map(({ cell }) => sql`${cell} is null`))} then ${exclusion('missingValue')}
      when ${anyOf(unsuitable)} then ${exclusion('valueTooLong')} else '' end
    from script_value_rows r where r.values_id = ${csv.valuesId} and r.iccid = s.iccid), ${exclusion('noValueRow')}), '')`
}
