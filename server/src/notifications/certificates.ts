import type { Db } from '../platform/db/database.ts'
import { notify } from '../platform/notifications/notify.ts'
import { certificateCauses, fileCauses, type SafeCause } from '../platform/notifications/tables.ts'
import { selectToldCertificates, selectToldFiles, type ToldObject } from './certificate-queries.ts'
import { hasCauses, takeCauses } from './queries.ts'

const atOnce = 5_000
const causes: readonly SafeCause[] = [...certificateCauses, ...fileCauses]
const isOfFile = (kind: SafeCause): boolean => fileCauses.some((one) => one === kind)

/**
 * Makes notifications of the stored changes of certificates and files, in the transaction that deletes these. Those of a campaign are joined, so that
 * a campaign over the whole fleet is told once for each kind of change.
 */
export async function tellCertificates(db: Db): Promise<void> {
  while (await hasCauses(db, causes)) {
    const taken = await db.transaction().execute((trx) => tellSome(trx))
    if (taken < atOnce) return
  }
}

async function tellSome(trx: Db): Promise<number> {
  const taken = await takeCauses(trx, causes, atOnce)
  for (const kind of causes) {
    const ids = [...new Set(taken.filter((cause) => cause.kind === kind).map(({ subject_id: id }) => id))]
    if (ids.length > 0) await tell(trx, kind, await (isOfFile(kind) ? selectToldFiles(trx, ids) : selectToldCertificates(trx, ids)))
  }
  return taken.length
}

async function tell(trx: Db, kind: SafeCause, all: readonly ToldObject[]): Promise<void> {
  const byCampaign = Map.groupBy(all, ({ campaignId }) => campaignId)
  for (const campaignId of [...byCampaign.keys()].toSorted((one, other) => (one ?? 0) - (other ?? 0))) {
    const some = byCampaign.get(campaignId) ?? []
    const [newest] = some
    if (!newest) continue
    const { id, name, label, campaign, ownerId } = newest
    await notify(trx, {
      kind,
      params: { name, label, campaign },
      ownerId,
      simIds: [...new Set(some.map(({ simId }) => simId))],
      safeObjectId: id,
      ...(campaignId !== null && { campaignId }),
    })
  }
}
