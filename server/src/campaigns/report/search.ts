import type { Sought } from '@simdeck/contract/sim-search.ts'
import type { FleetIndex } from '../../sims/fleet-index/fleet-index.ts'
import type { Asker } from '../../sims/fleet-index/question-queue.ts'
import type { CampaignSimFilter } from './sims-queries.ts'

/** Number of found SIMs up to which a campaign's SIMs are looked up by them; for more, PostgreSQL compares each SIM of the campaign. */
const maxFound = 10_000

/** A search as a filter: by the ids of the SIMs that the index finds, or by the texts if there is no index or it finds many. */
export async function soughtSims(index: FleetIndex, search: Sought, asker: Asker): Promise<Pick<CampaignSimFilter, 'search' | 'simIds'>> {
  const found = await index.page({ filter: { search }, sort: undefined, skip: 0, take: maxFound }, asker)
  return found && found.total <= maxFound ? { simIds: found.ids } : { search }
}
