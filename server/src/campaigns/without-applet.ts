import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { WithoutApplet } from '@simdeck/contract/ota.ts'
import type { Db } from '../platform/db/database.ts'
import { keepSelection } from '../sims/selections/selections.ts'
import { campaignText } from './text.ts'
import { campaignExists } from './queries.ts'
import { insertSnapshotOfGroup, selectGroups } from './without-applet-queries.ts'

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

/** Freezes the SIMs of such a group for a campaign. Throws `ApiError('campaignNotFound' | 'noTargetSims' | 'invalidInput')`. */
export async function freezeWithoutApplet(
  db: Db,
  requested: { campaignId: number; group: string; others: object; createdBy: number | null; language: Language },
): ReturnType<typeof keepSelection> {
  if (Object.values(requested.others).some((one) => one !== undefined)) {
    const field = { path: 'withoutApplet', message: campaignText.onlyOneChoice[requested.language] }
    throw new ApiError('invalidInput', { fields: [field] })
  }
  return db.transaction().execute(async (trx) => {
    if (!(await campaignExists(trx, requested.campaignId))) throw new ApiError('campaignNotFound')
    return keepSelection(trx, await insertSnapshotOfGroup(trx, requested), 'snapshot', requested.createdBy)
  })
}
