import { type RawBuilder, sql } from 'kysely'
import { actionTypeOfKind } from '@simdeck/contract/ota-kinds/kinds.ts'

/** The `action_type` that the progress of an OTA shows for its kind. */
export const actionTypeOf = (kind: string): RawBuilder<number> =>
  sql<number>`case ${sql.ref(kind)} ${sql.join(
    Object.entries(actionTypeOfKind).map(([name, type]) => sql`when ${sql.lit(name)} then ${sql.lit(type)}`),
    sql` `,
  )} end`
