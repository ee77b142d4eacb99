import type { SimRefusals } from '@simdeck/contract/sims.ts'
import type { selectRefusedFrames } from './queries.ts'

/** Sums of refused frames by reason. */
export function refusalsOf(rows: Awaited<ReturnType<typeof selectRefusedFrames>>): SimRefusals {
  const reasons: Record<string, number> = {}
  for (const { fields } of rows) {
    for (const [reason, count] of Object.entries(fields)) {
      if (reason !== 'frames' && typeof count === 'number') reasons[reason] = (reasons[reason] ?? 0) + count
    }
  }
  const frames = Object.values(reasons).reduce((sum, count) => sum + count, 0)
  return { frames, reasons, last_at: rows.at(-1)?.at.toISOString() ?? null }
}
