import { contentDigest } from '@simdeck/protocol/ota/content-digest.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Listed } from './compare.ts'
import { keepAccepted, putDifferences, putDigest, selectAccepted, selectKeyAnswer } from './difference-queries.ts'
import { differencesOf, fingerprintOf, remedyGroupOf, type StoredDifference } from './differences.ts'
import { afterOtas } from './later-otas.ts'
import { meantContent, type MeantContent } from './meant.ts'
import { pollersOf } from './protection.ts'
import { selectInventory, selectLaterOtas } from './queries.ts'

export type Content = {
  readAt: Date
  /** The last list, with the changes by later OTAs. */
  listed: Listed
  meant: MeantContent
  differences: StoredDifference[]
  accepted: string[]
  /** The instance of a package on the card, which may be known by its modules only; null for none. */
  instanceOf: (packageAid: string, modules: readonly string[]) => string | null
}

/** The content of a SIM by its last list and the OTAs since, with all its differences; null if its card was never read. */
export async function contentOf(db: Db, simId: number, pollerAid = ''): Promise<Content | null> {
  const listed = await selectInventory(db, simId)
  if (!listed) return null
  const { readAt } = listed
  const now = afterOtas(listed, await selectLaterOtas(db, simId, readAt))
  const meant = await meantContent(db, simId, pollerAid === '' ? pollersOf(now) : [pollerAid])
  const instanceOf: Content['instanceOf'] = (packageAid, modules) =>
    now.applications.find(({ aid, load_file: owner }) => owner === packageAid || (owner === null && modules.includes(aid)))?.aid ?? null
  return { readAt, listed: now, meant, differences: differencesOf(now, meant), accepted: await selectAccepted(db, simId), instanceOf }
}

/**
 * Stores the differences of a SIM anew, in the transaction that changed its list, its OTAs or its record, and that has locked its row.
 * Returns true if they have changed. `isRead`: the card was read in this transaction. `pollerAid`: the poller of the session,
 * if there is one.
 */
export async function refreshDifferences(trx: Db, simId: number, { isRead = false, pollerAid = '' } = {}): Promise<boolean> {
  const key = await selectKeyAnswer(trx, simId)
  const content = await contentOf(trx, simId, pollerAid)
  if (!content)
    return putDifferences(trx, simId, { ...withoutContent, differences: key ? [key.difference] : [], readAt: key?.at ?? new Date() })
  const { readAt, listed, meant, differences, accepted } = content
  await putDigest(trx, simId, { digest: contentDigest(listed), isRead })
  const present = differences.map(fingerprintOf)
  const kept = accepted.filter((one) => present.includes(one))
  if (kept.length < accepted.length) await keepAccepted(trx, simId, kept)
  const open = differences.filter((_, at) => !kept.includes(present[at]!))
  if (key) return putDifferences(trx, simId, { ...withoutContent, differences: [key.difference, ...open], readAt })
  const [leading] = open
  const campaignId = meant.packages.find(({ id }) => id === leading?.packageId)?.lost_in ?? null
  return putDifferences(trx, simId, { differences: open, campaignId, remedy: remedyGroupOf(leading, meant), readAt })
}

/** A difference that no install repairs. */
const withoutContent = { campaignId: null, remedy: null }
