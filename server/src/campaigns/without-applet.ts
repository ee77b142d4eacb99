import { ApiError } from '@simdeck/contract/errors.ts'
import type { WithoutApplet } from '@simdeck/contract/ota.ts'
import type { Db } from '../platform/db/database.ts'
import { campaignExists } from './queries.ts'
import { selectGroups } from './without-applet-queries.ts'

/**
 * The SIMs that lost their applet or library in the campaign and have no replacement, grouped by the package that they had. With `simId`,
 * only the group of that SIM. Throws `ApiError('campaignNotFound')`.
 */
export async function withoutAppletOf(db: Db, campaignId: number, simId: number | null): Promise<WithoutApplet[]> {
  if (!(await campaignExists(db, campaignId))) throw new ApiError('campaignNotFound')
  const rows = await selectGroups(db, campaignId, simId)
  return rows.map(({ group, count, package: held, library, package_aid: packageAID, install }) => ({
    group,
    count,
    package: held,
    library,
    packageAID,
    install,
  }))
}
