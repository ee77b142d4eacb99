import { ApiError } from '@simdeck/contract/errors.ts'
import { defaultDisplayedLocations } from '@simdeck/contract/sims.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { systemSettings } from '../settings/settings.ts'
import { simsByIds } from '../sims/sims.ts'
import { selectLocations } from './queries.ts'

/** The number of base stations that the page of a SIM shows. */
async function displayedLocations(db: Db): Promise<number> {
  const [setting] = await systemSettings(db, ['system_config_sim_display_location_nums_key'])
  return Number(setting?.value ?? defaultDisplayedLocations)
}

export function cellRoutes({ db }: { db: Db }): Handlers<'listSimLocations'> {
  return {
    async listSimLocations({ params: { id } }) {
      const [sim] = await simsByIds(db, [id])
      if (!sim) throw new ApiError('simNotFound')
      return selectLocations(db, id, await displayedLocations(db))
    },
  }
}
