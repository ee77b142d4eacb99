import { differenceKinds, type DriftFigures } from '@simdeck/contract/drift.ts'
import type { Db } from '../platform/db/database.ts'
import { countFleet } from './queries.ts'

/** The number of SIMs by the leading difference of their cards. */
export async function figuresOf(db: Db): Promise<DriftFigures> {
  const { sims, read, kinds, unread_differing: unreadDiffering, last_read_at: lastReadAt } = await countFleet(db)
  const counts = Object.fromEntries(differenceKinds.map((kind) => [kind, kinds[kind] ?? 0])) as DriftFigures['kinds']
  const differing = differenceKinds.reduce((sum, kind) => sum + counts[kind], 0)
  return { sims, same: read - (differing - unreadDiffering), unread: sims - read - unreadDiffering, kinds: counts, lastReadAt }
}
