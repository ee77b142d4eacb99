import type { Rollout } from '@simdeck/contract/rollout.ts'
import { type ActionLog, byServer } from '../../platform/audit/action-log.ts'
import { subjectColumns } from '../../platform/audit/subjects.ts'
import type { Db } from '../../platform/db/database.ts'
import { applicationName } from '../../settings/settings.ts'
import { freezeTargets } from '../../sims/selections/selections.ts'
import type { ApprovalMails } from '../approval/mails.ts'
import { dryRun } from './dry-run.ts'
import { nameCreator } from './queries.ts'
import type { SimsToStart } from './start-for-sims.ts'
import { startCampaign } from './start.ts'

/** A campaign that a rule starts. `rule`: the name of the rule in the action log. */
export type RuledCampaign = SimsToStart & { name: string; rule: string; rollout: Rollout }

/** Stores the facts of the rule in the transaction of the start, before the row of the action log. */
export type AtStart = (trx: Db, campaign: { id: number; total: number }) => Promise<void>

/**
 * Starts a campaign without a person for those of the SIMs that can take part, in the name of the application. It waits for approval as
 * any other. Returns its id; null if no SIM can take part. Throws `ApiError`, and then stores nothing.
 */
export type StartByRule = (wanted: RuledCampaign, atStart: AtStart) => Promise<number | null>

const language = 'ja'

export const startByRule =
  ({ db, mails, actionLog }: { db: Db; mails: ApprovalMails; actionLog: ActionLog }): StartByRule =>
  async ({ simIds, kind, parameters, name, rule, rollout }, atStart) => {
    const creator = await applicationName(db)
    const snapshot = await freezeTargets(db, { simIds }, null, null)
    const requested = { snapshotId: snapshot.id, kind, parameters, language, rollout } as const
    const { eligible } = await dryRun(db, requested)
    if (eligible === 0) return null
    return startCampaign(db, {
      ...requested,
      name,
      confirmedCount: eligible,
      removalConsent: false,
      createdBy: null,
      asking: { asker: { memberId: null, credentialId: null, name: creator }, note: '', mails },
      begun: async (trx, campaign) => {
        await nameCreator(trx, campaign.id, creator)
        await atStart(trx, campaign)
      },
      audit: (trx, _, details) =>
        actionLog.append(trx, {
          action: 'otaAdd',
          url: '/ota-api/admin/bulkOTA',
          method: 'PUT',
          request_params: JSON.stringify({ rule }),
          request_at: new Date(),
          ...byServer,
          ...subjectColumns(details ?? {}, []),
        }),
    })
  }
