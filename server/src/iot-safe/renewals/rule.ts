import { ApiError, type ErrorCode } from '@simdeck/contract/errors.ts'
import { type Rollout, rollout } from '@simdeck/contract/rollout.ts'
import type { StartByRule } from '../../campaigns/targets/start-by-rule.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { type DueTemplate, insertRenewal, selectDueSims, selectUnhandled } from './queries.ts'

const everyMs = 10_000

/** Codes of starts that a later run of the rule may bring to an end: SIMs have changed meanwhile, or others held them. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'startCountDiffers',
  'noTargetSims',
  'snapshotNotFound',
  'searchTooSlow',
  'templateNotFound',
])

/** The number of SIMs above which a renewal goes out in waves. */
const manySims = 10

/** The waves that the console offers for a campaign of that many SIMs. */
const rolloutOf = (sims: number): Rollout =>
  rollout.parse(sims > manySims ? { waves: [{ percent: 5 }, { percent: 25 }], pollsAgain: true } : {})

/**
 * Renews certificates by the rule of their template, once a day for each: with automatic delivery it starts a campaign for the SIMs whose
 * certificates are due, with manual delivery it proposes one in the bell.
 */
export const certificateRenewals = (from: { db: Db; start: StartByRule }): Job => ({
  name: 'certificate renewals',
  title: { ja: '期限が近い証明書の更新', en: 'Renewal of certificates that end soon' },
  everyMs,
  on: ['jobs'],
  onOneNode: true,
  startsLater: true,
  async run() {
    for (const template of await selectUnhandled(from.db)) {
      await (template.delivery === 'Auto' ? begin(from, template) : propose(from.db, template))
    }
  },
})

async function begin({ db, start }: { db: Db; start: StartByRule }, { id: templateId, name, due }: DueTemplate): Promise<void> {
  const simIds = await selectDueSims(db, templateId)
  try {
    const campaignId = await start(
      {
        simIds,
        kind: 'certificate',
        parameters: { certificate: { step: 'renew', templateId } },
        name: `証明書の自動更新 ${name}`,
        rule: 'certificateRenewal',
        rollout: rolloutOf(simIds.length),
      },
      async (trx, campaign) => {
        const row = { template_id: templateId, outcome: 'begun', sims: campaign.total, campaign_id: campaign.id } as const
        if (!(await insertRenewal(trx, row))) throw new ApiError('snapshotNotFound')
        const params = { name, sims: campaign.total }
        await notify(trx, { kind: 'certificateRenewalBegan', params, ownerId: null, campaignId: campaign.id })
      },
    )
    if (campaignId === null) await insertRenewal(db, { template_id: templateId, outcome: 'nothing', sims: due })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!passing.has(error.code)) await refuse(db, { id: templateId, name, due }, error.code)
  }
}

async function refuse(db: Db, { id, name, due }: Omit<DueTemplate, 'delivery'>, code: ErrorCode): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await insertRenewal(trx, { template_id: id, outcome: 'refused', sims: due, refusal: code }))) return
    await notify(trx, { kind: 'certificateRenewalRefused', params: { name, sims: due, refusal: code }, ownerId: null })
  })
}

async function propose(db: Db, { id, name, due }: DueTemplate): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await insertRenewal(trx, { template_id: id, outcome: 'proposed', sims: due }))) return
    await notify(trx, { kind: 'certificateRenewalDue', params: { name, sims: due }, ownerId: null })
  })
}
