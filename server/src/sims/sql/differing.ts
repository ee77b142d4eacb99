import { type RawBuilder, sql } from 'kysely'
import type { DriftChoice } from '@simdeck/contract/drift.ts'

/** The SIMs whose cards differ: of all kinds and remedies, or of some. */
export function differingSims({ kind, remedy }: DriftChoice): RawBuilder<unknown> {
  const ofKind = kind === undefined ? sql`` : sql`and d.kind = ${kind}`
  const ofRemedy = remedy === undefined ? sql`` : sql`and d.remedy = ${remedy}`
  return sql`select d.sim_id from sim_differences d where true ${ofKind} ${ofRemedy}`
}
