import type { createSnapshot } from '@simdeck/contract/bulk-ota.ts'
import type { BodyOf } from '@simdeck/contract/endpoint.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Db } from '../../platform/db/database.ts'
import { freezeTargets, keepSelection, targetChoiceOf } from '../../sims/selections/selections.ts'
import { differingSims } from '../../sims/sql/differing.ts'
import { freeze } from '../../sims/sql/frozen-lists.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { insertSnapshotOfFailed } from './queries.ts'
import { campaignExists } from '../queries.ts'
import { campaignText } from '../text.ts'
import { insertSnapshotOfGroup } from '../without-applet-queries.ts'

type Requested = { createdBy: number | null; language: Language; sentBody: unknown }

/** Freezes the SIMs that a body names for a campaign. Throws `ApiError`. */
export async function freezeSnapshot(
  db: Db,
  { withoutApplet, failedOf, drift, ...choice }: BodyOf<typeof createSnapshot>,
  { createdBy, language, sentBody }: Requested,
): ReturnType<typeof keepSelection> {
  const ofCampaign = withoutApplet ?? failedOf
  if (!ofCampaign && !drift) return freezeTargets(db, targetChoiceOf(choice, language), createdBy, filterAsSent(sentBody))
  if ([withoutApplet, failedOf, drift, ...Object.values(choice)].filter((one) => one !== undefined).length > 1) {
    const field = { path: withoutApplet ? 'withoutApplet' : failedOf ? 'failedOf' : 'drift', message: campaignText.onlyOneChoice[language] }
    throw new ApiError('invalidInput', { fields: [field] })
  }
  return inTime(db, timeLimits.selection, async (trx) => {
    if (!ofCampaign) return keepSelection(trx, await freeze(trx, differingSims(drift ?? {}), 'snapshot', createdBy), 'snapshot', createdBy)
    if (!(await campaignExists(trx, ofCampaign.campaignId))) throw new ApiError('campaignNotFound')
    const frozen = withoutApplet
      ? await insertSnapshotOfGroup(trx, { ...withoutApplet, createdBy })
      : await insertSnapshotOfFailed(trx, { campaignId: ofCampaign.campaignId, causes: failedOf?.causes ?? null, createdBy })
    return keepSelection(trx, frozen, 'snapshot', createdBy)
  })
}

/** The length of a filter up to which it fits an address. */
const longestFilter = 4_000

/**
 * The filter of a body in the form of an address, which repeats it later. Null for another choice, for a filter that is too long for an
 * address, and for one that contains a selection, which ends after a day.
 */
function filterAsSent(body: unknown): Record<string, string> | null {
  const { filter } = body as { filter?: Record<string, unknown> }
  if (!filter || 'selection' in filter) return null
  const entries = Object.entries(filter).map(([name, value]) => [name, String(value)])
  return JSON.stringify(entries).length <= longestFilter ? Object.fromEntries(entries) : null
}
