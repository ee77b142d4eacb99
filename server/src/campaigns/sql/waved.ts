import { type RawBuilder, sql } from 'kysely'
import type { Rollout } from '@simdeck/contract/rollout.ts'

/**
 * The common table expressions that give each eligible SIM of `c` its wave: `waved` has the columns of `c`, and `wave`, which is null for the
 * other SIMs. Without a rollout there is one wave. A join of `c` with the waves of its SIMs would be planned for few SIMs and compare all with
 * all.
 */
export function waved(rollout: Pick<Rollout, 'waves' | 'order' | 'seed' | 'firstGroup'> | null | undefined): RawBuilder<unknown> {
  if (!rollout) return sql`waved as not materialized (select *, case when reason is null then 1 end as wave from c)`
  const { waves, order, seed, firstGroup } = rollout
  const shuffled = order === 'random' ? sql`hashint8extended(id, ${seed}::bigint), ` : sql``
  const grouped = firstGroup === null ? sql`` : sql`group_id is distinct from ${firstGroup}::bigint, `
  return sql`
    ends as materialized (
      select array(select (sum(coalesce((size ->> 'sims')::bigint, ceil((size ->> 'percent')::numeric * eligible / 100)::bigint))
          over (order by place))::bigint
        from jsonb_array_elements(${JSON.stringify(waves)}::jsonb) with ordinality given (size, place) order by place) as ends
      from (select count(*) as eligible from c where reason is null) counted
    ),
    waved as (
      select placed.*, case when reason is null then 1 + width_bucket(place - 1, ends) end as wave
      from ends, (select *, row_number() over (order by reason is not null, ${grouped}${shuffled}id) as place from c) placed
    )`
}
