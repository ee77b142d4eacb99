import { type RawBuilder, sql } from 'kysely'
import { partsOfExtra } from '@simdeck/contract/extra-content.ts'

/** True if the card of the SIM `s` holds extra content that can be removed. */
export const holdsExtra = (extra: string): RawBuilder<unknown> =>
  hasDifference({ kind: 'extra', ...partsOfExtra(extra), protectedBy: null })

/** True if the card of the SIM `s` holds this content although it should not, and something protects it. */
export const holdsProtected = (extra: string): RawBuilder<unknown> =>
  sql`(${hasDifference({ kind: 'extra', ...partsOfExtra(extra) })} or ${hasDifference({ kind: 'poller', ...partsOfExtra(extra) })})`

const hasDifference = (difference: object): RawBuilder<unknown> => sql`exists (
  select from sim_differences d where d.sim_id = s.id and d.differences @> ${JSON.stringify([difference])}::jsonb)`
