import { type RawBuilder, sql } from 'kysely'
import type { Rollout } from '@simdeck/contract/rollout.ts'

/** The common table expressions that give each eligible SIM of `c` its wave: `waved (id, wave)`. */
export function waved({ waves, order, seed, firstGroup }: Pick<Rollout, 'waves' | 'order' | 'seed' | 'firstGroup'>): RawBuilder<unknown> {
  const shuffled = order === 'random' ? sql`hashint8extended(id, ${seed}::bigint), ` : sql``
  const grouped =
    firstGroup === null ? sql`` : sql`(select group_id from sims where sims.id = c.id) is distinct from ${firstGroup}::bigint, `
  return sql`
    ends as (
      select array(select (sum(coalesce((size ->> 'sims')::bigint, ceil((size ->> 'percent')::numeric * eligible / 100)::bigint))
          over (order by place))::bigint
        from jsonb_array_elements(${JSON.stringify(waves)}::jsonb) with ordinality given (size, place) order by place) as ends
      from (select count(*) as eligible from c where reason is null) counted
    ),
    waved as materialized (
      select id, 1 + width_bucket(place - 1, ends) as wave
      from ends, (select id, row_number() over (order by ${grouped}${shuffled}id) as place from c where reason is null) placed
    )`
}
