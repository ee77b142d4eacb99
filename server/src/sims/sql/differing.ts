import { type RawBuilder, sql } from 'kysely'
import type { DriftChoice } from '@simdeck/contract/drift.ts'
import { partsOfExtra } from '@simdeck/contract/extra-content.ts'

/** The SIMs whose cards differ: of all kinds and remedies, or of some, or with extra content. */
export function differingSims({ kind, remedy, extra }: DriftChoice): RawBuilder<unknown> {
  const ofKind = kind === undefined ? sql`` : sql`and d.kind = ${kind}`
  const ofRemedy = remedy === undefined ? sql`` : sql`and d.remedy = ${remedy}`
  const ofExtra = extra === undefined ? sql`` : sql`and d.differences @> ${differenceOf(extra)}::jsonb`
  return sql`select d.sim_id from sim_differences d where true ${ofKind} ${ofRemedy} ${ofExtra}`
}

const differenceOf = (extra: string): string => JSON.stringify([{ kind: 'extra', ...partsOfExtra(extra) }])
