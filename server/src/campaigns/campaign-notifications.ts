import type { Content, ParamsOf } from '../platform/notifications/content.ts'
import { notify } from '../platform/notifications/notify.ts'
import type { Db } from '../platform/db/database.ts'
import { selectNamed } from './event-queries.ts'

type OfCampaign = Extract<Content, { params: { name: string; sims: number } }>['kind']
/** The values of the texts of a kind, beside those of the campaign itself. */
type More<Kind extends OfCampaign> = Omit<ParamsOf<Kind>, 'name' | 'sims'>

/**
 * Stores a notification of a campaign, as the last change of the caller's transaction. Its owner is the creator of the campaign, or the
 * member that `ownerId` names.
 */
export async function notifyOfCampaign<Kind extends OfCampaign>(
  trx: Db,
  id: number,
  { kind, ownerId, ...more }: { kind: Kind; ownerId?: number | null } & More<Kind>,
): Promise<void> {
  const { name, total, created_by: creator } = await selectNamed(trx, id)
  const content = { kind, params: { name, sims: total, ...more } } as unknown as Content
  await notify(trx, { ...content, ownerId: ownerId === undefined ? creator : ownerId, campaignId: id })
}
