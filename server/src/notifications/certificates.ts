import type { Db } from '../platform/db/database.ts'
import { notify } from '../platform/notifications/notify.ts'
import { type CertificateCause, certificateCauses } from '../platform/notifications/tables.ts'
import { selectToldCertificates, type ToldCertificate } from './certificate-queries.ts'
import { hasCauses, takeCauses } from './queries.ts'

const atOnce = 5_000

/**
 * Makes notifications of the stored changes of certificates, in the transaction that deletes these. Those of a campaign are joined, so that
 * a campaign over the whole fleet is told once for each kind of change.
 */
export async function tellCertificates(db: Db): Promise<void> {
  while (await hasCauses(db, certificateCauses)) {
    const taken = await db.transaction().execute((trx) => tellSome(trx))
    if (taken < atOnce) return
  }
}

async function tellSome(trx: Db): Promise<number> {
  const taken = await takeCauses(trx, certificateCauses, atOnce)
  for (const kind of certificateCauses) {
    const ids = [...new Set(taken.filter((cause) => cause.kind === kind).map(({ subject_id: id }) => id))]
    if (ids.length > 0) await tell(trx, kind, await selectToldCertificates(trx, ids))
  }
  return taken.length
}

async function tell(trx: Db, kind: CertificateCause, all: readonly ToldCertificate[]): Promise<void> {
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
      certificateId: id,
      ...(campaignId !== null && { campaignId }),
    })
  }
}
