import type { createClient } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { plausibleGroups } from './plausible-groups.ts'
import { uses } from './sims.ts'

/** The number of groups of the demo. Each has the SIMs of one use; the SIMs of other uses are in no group. */
const count = 6

/** Makes groups, and moves the SIMs of their uses to them. A group whose SIMs the demo lacks is left out. */
export async function makeDemoGroups(call: ReturnType<typeof createClient>): Promise<void> {
  const { totalItems } = await call(endpoints.listGroups, { query: { take: 1 } })
  if (totalItems > 0) return
  const groups = plausibleGroups.map(([group]) => group).filter(({ use }, at, all) => all.findIndex((one) => one.use === use) === at)
  for (const { use, name, phone_number, address } of groups.slice(0, count)) {
    const filter = { search: uses[use]! }
    const found = await call(endpoints.listSims, { query: { ...filter, take: 1 } })
    if (found.totalItems === 0) continue
    const { id: groupId } = await call(endpoints.createGroup, { body: { name, phone_number, address } })
    const { id: selectionId } = await call(endpoints.createSimSelection, { body: { filter } })
    await call(endpoints.setGroups, { body: { selectionId, groupId } })
  }
}
