import type { MailFeature } from '../mail/feature.ts'
import type { Platform } from '../platform/platform.ts'
import { approvalChanges } from './approval/changes.ts'
import { approvalExpiry } from './approval/decisions/expiry.ts'
import { approvalMails } from './approval/mail-job.ts'
import { ApprovalMails } from './approval/mails.ts'
import { approvalRoutes } from './approval/decisions/routes.ts'
import { QuestionQueue } from '../sims/fleet-index/question-queue.ts'
import type { FleetIndex } from '../sims/fleet-index/fleet-index.ts'
import { campaignProjection } from './project-campaigns.ts'
import { dryRunRoutes } from './dry-run/routes.ts'
import { figuresJob } from './outcomes/figures-job.ts'
import { diagnosisJob } from './report/diagnosis.ts'
import { campaignReportRoutes } from './report/routes.ts'
import { campaignRoutes } from './routes.ts'
import { rolloutJob } from './rollout/advance.ts'
import { campaignSetups } from './setup/setup-job.ts'
import { startByRule } from './targets/start-by-rule.ts'
import { startForSims } from './targets/start-for-sims.ts'
import { campaignStops, stopSweep } from './stop/stop-in-parts.ts'
import { templateRoutes } from './templates/routes.ts'
import { campaignTopics } from './topics.ts'
import { wakesRoutes } from './wakes/routes.ts'
import { wakesJob } from './wakes/wakes-job.ts'
import './tables.ts'

/** Limits of the calls that may read every SIM of a campaign. A page of the console sends up to two of them at once. */
const turnLimits = { atOnce: 4, perAsker: 2, waitingPerAsker: 16 }

/** Bulk OTAs: their targets, their progress and their results. */
export function campaignsFeature(
  { db, publish, masterKey, consoleUrl, feed, foreground, actionLog }: Platform,
  { mail, sims: { index } }: { mail: MailFeature; sims: { index: FleetIndex } },
) {
  const mails = new ApprovalMails(mail, consoleUrl)
  const turns = new QuestionQueue(turnLimits)
  return {
    routes: {
      ...campaignRoutes({ db, publish, masterKey, mails, turns }),
      ...approvalRoutes({ db, publish, mails, turns }),
      ...campaignReportRoutes({ db, index, turns }),
      ...templateRoutes({ db }),
      ...dryRunRoutes({ db, masterKey, turns }),
      ...wakesRoutes({ db, turns }),
    },
    jobs: [
      rolloutJob({ db, publish, feed }),
      wakesJob({ db, publish }),
      stopSweep({ db, publish }),
      approvalExpiry({ db, publish }),
      approvalMails({ db, mails }),
      approvalChanges({ db }),
      figuresJob({ db, publish, feed }),
      diagnosisJob({ db }),
    ],
    queues: [campaignProjection({ db, publish, foreground }), campaignStops({ db, publish }), campaignSetups({ db })],
    topics: campaignTopics,
    startForSims: startForSims({ db, mails }),
    startByRule: startByRule({ db, mails, actionLog }),
  }
}
