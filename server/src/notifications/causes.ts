import type { Db } from '../platform/db/database.ts'
import { notify } from '../platform/notifications/notify.ts'
import type { CauseKind } from '../platform/notifications/tables.ts'
import { hasCauses, selectAsked, selectCampaignEnds, selectSimNames, takeCauses } from './queries.ts'

const atOnce = 5_000
const causes = ['imeiChanged', 'campaignEnded', 'approvalAsked'] as const

/** Makes notifications of the stored causes, in the transaction that deletes these. */
export async function tellCauses(db: Db): Promise<void> {
  if (!(await hasCauses(db, causes))) return
  await db.transaction().execute(async (trx) => {
    const taken = await takeCauses(trx, causes, atOnce)
    const idsOf = (kind: CauseKind) => [...new Set(taken.filter((cause) => cause.kind === kind).map(({ subject_id: id }) => id))]
    for (const { id, name, total, state, ownerId } of await selectCampaignEnds(trx, idsOf('campaignEnded'))) {
      const kind = endKinds[state]
      if (kind) await notify(trx, { kind, params: { name, sims: total }, ownerId, campaignId: id })
    }
    for (const { id, ownerId, ...params } of await selectAsked(trx, idsOf('approvalAsked')))
      await notify(trx, { kind: 'approvalAsked', params, ownerId, campaignId: id })
    const sims = await selectSimNames(trx, idsOf('imeiChanged'))
    const [newest] = sims
    if (newest) await notify(trx, { kind: 'imeiChanged', params: { name: newest.name }, ownerId: null, simIds: sims.map(({ id }) => id) })
  })
}

const endKinds: { readonly [state: string]: 'campaignCompleted' | 'campaignCompletedWithFailures' | 'campaignStopped' } = {
  completed: 'campaignCompleted',
  completedWithFailures: 'campaignCompletedWithFailures',
  stopped: 'campaignStopped',
}
