import type { SimInventory } from '@simdeck/contract/sim-inventory.ts'
import type { Db } from '../../platform/db/database.ts'
import { compare } from './compare.ts'
import { meantContent } from './meant.ts'
import { pollersOf } from './protection.ts'
import { selectInventory } from './queries.ts'

/** The content that the card listed last, beside the content that it should have; null if it was never read. */
export async function inventoryOf(db: Db, simId: number): Promise<SimInventory | null> {
  const found = await selectInventory(db, simId)
  if (!found) return null
  const { readAt, changedSince, ...listed } = found
  return { readAt: readAt.toISOString(), changedSince, entries: compare(listed, await meantContent(db, simId, pollersOf(listed))) }
}
