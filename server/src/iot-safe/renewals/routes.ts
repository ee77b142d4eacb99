import { ApiError, errorCatalogue } from '@simdeck/contract/errors.ts'
import type { CertificateRenewal } from '@simdeck/contract/certificate-renewals.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Handlers, signedIn } from '../../platform/http/handler.ts'
import type { QuestionQueue } from '../../sims/fleet-index/question-queue.ts'
import { askerOf } from '../../sims/list/asker.ts'
import { selectSims } from '../../sims/selections/selections.ts'
import { type RenewalRow, selectDueSims, selectRenewals, templateExists } from './queries.ts'
import './tables.ts'

/** The certificates that are due for renewal, by template. */
export function renewalRoutes({ db, turns }: { db: Db; turns: QuestionQueue }): Handlers<'listRenewals' | 'selectRenewal'> {
  return {
    async listRenewals(call) {
      const rows = await turns.run(askerOf(call), () => selectRenewals(db))
      return rows.map((row) => shapeOf(row, call.language))
    },

    async selectRenewal(call) {
      const { templateId } = call.params
      if (!(await templateExists(db, templateId))) throw new ApiError('templateNotFound')
      const simIds = await turns.run(askerOf(call), () => selectDueSims(db, templateId))
      if (simIds.length === 0) throw new ApiError('noTargetSims')
      const { id, total, created_at: createdAt } = await selectSims(db, { simIds }, signedIn(call).memberId)
      return { id, total, createdAt: createdAt.toISOString() }
    },
  }
}

function shapeOf(row: RenewalRow, language: Language): CertificateRenewal {
  const { id, name, delivery, before, due, outcome, sims, campaign_id: campaignId, refusal, at } = row
  return {
    templateId: id,
    templateName: name,
    deliveryType: delivery,
    renewBeforeDays: before,
    due,
    last:
      outcome && at
        ? { outcome, sims: sims ?? 0, campaignId, refusal: refusal && errorCatalogue[refusal][language], at: at.toISOString() }
        : null,
  }
}
