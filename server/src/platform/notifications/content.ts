import type { AlertFigure } from '@simdeck/contract/alert-figures.ts'
import type { AlertComparison } from '@simdeck/contract/alerts.ts'
import type { NotificationTopic } from '@simdeck/contract/notification-choices.ts'
import type { NotificationTone } from '@simdeck/contract/notifications.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { TaskKind } from '@simdeck/contract/tasks.ts'
import type { SetupProblem } from '@simdeck/contract/ota.ts'

type Named = { name: string }
type EndedTask = { task: TaskKind; title: string | null; total: number; refused: number; failure: ErrorCode | null }
type OfCampaign = Named & { sims: number }
/** `minutes`: the time for which it fired. */
type OfAlert = {
  rule: string
  value: number
  comparison: AlertComparison
  threshold: number
  /** The watched figure; absent or null for a number of SIMs. */
  figure?: AlertFigure | null
  holdMinutes: number
  again: boolean
  minutes: number
}
/** A certificate or a file. `name`: that of the SIM. `campaign`: null for one that was deleted. */
type OfSafeObject = Named & { label: string; campaign: string | null }

/** A notification without its texts: its kind and the values of its texts. */
export type Content =
  | { kind: 'imeiChanged'; params: Named }
  | { kind: 'imeiLockBroken'; params: Named & { result: 'told' | 'suspended' | 'notPossible' } }
  | { kind: 'taskCompleted' | 'taskCancelled' | 'taskFailed'; params: EndedTask }
  | { kind: 'newSignIn'; params: { ip: string } }
  | { kind: 'campaignCompleted' | 'campaignCompletedWithFailures' | 'campaignStopped'; params: OfCampaign }
  | { kind: 'campaignNotStarted'; params: OfCampaign & { problem: Exclude<SetupProblem, 'stoppedInSetup'> } }
  | { kind: 'campaignPaused'; params: OfCampaign & { failed: number; ended: number } }
  | { kind: 'campaignSpent'; params: OfCampaign & { budget: number } }
  | { kind: 'waveWaits'; params: OfCampaign & { wave: number } }
  | { kind: 'approvalAsked'; params: OfCampaign & { asker: string } }
  | { kind: 'campaignApproved'; params: OfCampaign & { by: string } }
  | { kind: 'campaignRejected'; params: OfCampaign & { by: string; reason: string } }
  | { kind: 'approvalExpired'; params: OfCampaign }
  | { kind: 'alert'; params: OfAlert }
  | { kind: 'criticalAlert'; params: OfAlert }
  | { kind: 'alertEnded'; params: OfAlert }
  | { kind: 'criticalAlertEnded'; params: OfAlert }
  | { kind: 'alertLost'; params: OfAlert }
  | { kind: 'certificateActive' | 'certificateRejected' | 'certificateFailed' | 'certificateWaits'; params: OfSafeObject }
  | { kind: 'fileActive' | 'fileFailed'; params: OfSafeObject }
  | { kind: 'certificateEnds'; params: OfSafeObject & { days: number } }
  | { kind: 'certificateRenewalBegan' | 'certificateRenewalDue'; params: OfCampaign }
  | { kind: 'certificateRenewalRefused'; params: OfCampaign & { refusal: ErrorCode } }

export type NotificationKind = Content['kind']
export type ParamsOf<Kind extends NotificationKind> = Extract<Content, { kind: Kind }>['params']

type KindRule = {
  tone: NotificationTone
  /** The topic for the member who caused the event; null if that member gets none. */
  own: NotificationTopic | null
  /** The topic for the other members. */
  others: NotificationTopic | null
  /** The permission that a reader must have. */
  needs?: Permission
  /** True for an event that is mailed at once by the code that finds it. */
  hasOwnMail?: true
  /** Events within these minutes are joined, once there are as many of them; with `perCampaign`, only those of one campaign. */
  joined: { minutes: number; from: number; perCampaign?: true }
}

const burst = { minutes: 1, from: 5 }
const ended = { own: 'ownCampaigns', others: 'otherCampaigns', joined: burst } as const
/** A rule names the members, so each has a notification of their own. */
const toOne = { others: null, joined: burst } as const
const decided = { own: 'ownCampaigns', others: null, joined: burst } as const

/** One notification a day for the certificates or files of a campaign, which may be those of the whole fleet. */
const dayOfCampaign = { minutes: 1440, from: 2, perCampaign: true } as const
const ofCertificates = { own: 'certificates', others: 'certificates', joined: dayOfCampaign } as const

/** Renewals are told by template, with the topic of certificates that end soon. */
const ofRenewals = { own: 'endingCertificates', others: 'endingCertificates', joined: burst } as const

/** The rules of each kind. */
export const kinds: Record<NotificationKind, KindRule> = {
  imeiChanged: { tone: 'interrupted', own: 'imeiChanges', others: 'imeiChanges', joined: { minutes: 10, from: 2 } },
  imeiLockBroken: { tone: 'failed', own: 'imeiLocks', others: 'imeiLocks', joined: { minutes: 10, from: 2 } },
  taskCompleted: { tone: 'succeeded', own: 'ownTasks', others: null, joined: burst },
  taskCancelled: { tone: 'interrupted', own: 'ownTasks', others: null, joined: burst },
  taskFailed: { tone: 'failed', own: 'ownTasks', others: null, joined: burst },
  newSignIn: { tone: 'interrupted', own: 'signIns', others: null, joined: burst },
  campaignCompleted: { tone: 'succeeded', ...ended },
  campaignCompletedWithFailures: { tone: 'interrupted', ...ended },
  campaignStopped: { tone: 'interrupted', ...ended },
  campaignNotStarted: { tone: 'failed', ...ended },
  campaignPaused: { tone: 'failed', own: 'pausedCampaigns', others: 'pausedCampaigns', joined: burst },
  campaignSpent: { tone: 'failed', own: 'pausedCampaigns', others: 'pausedCampaigns', joined: burst },
  waveWaits: { tone: 'ready', own: 'waitingWaves', others: 'waitingWaves', joined: burst },
  approvalAsked: { tone: 'ready', own: null, others: 'approvals', needs: 'OTA_CREATE', hasOwnMail: true, joined: burst },
  campaignApproved: { tone: 'succeeded', ...decided },
  campaignRejected: { tone: 'failed', ...decided, hasOwnMail: true },
  approvalExpired: { tone: 'failed', ...decided },
  alert: { tone: 'interrupted', own: 'alerts', ...toOne },
  criticalAlert: { tone: 'failed', own: 'criticalAlerts', ...toOne },
  alertEnded: { tone: 'succeeded', own: 'alerts', ...toOne },
  criticalAlertEnded: { tone: 'succeeded', own: 'criticalAlerts', ...toOne },
  alertLost: { tone: 'interrupted', own: 'alerts', ...toOne },
  certificateActive: { tone: 'succeeded', ...ofCertificates },
  certificateRejected: { tone: 'failed', ...ofCertificates },
  certificateFailed: { tone: 'failed', ...ofCertificates },
  certificateWaits: {
    tone: 'ready',
    own: 'certificateApprovals',
    others: 'certificateApprovals',
    needs: 'IOTSAFE_CERTIFICATES_UPDATE',
    joined: dayOfCampaign,
  },
  fileActive: { tone: 'succeeded', ...ofCertificates },
  fileFailed: { tone: 'failed', ...ofCertificates },
  certificateEnds: {
    tone: 'interrupted',
    own: 'endingCertificates',
    others: 'endingCertificates',
    joined: { minutes: 1440, from: 2 },
  },
  certificateRenewalBegan: { tone: 'ready', ...ofRenewals },
  certificateRenewalDue: { tone: 'ready', ...ofRenewals, needs: 'IOTSAFE_CERTIFICATES_UPDATE' },
  certificateRenewalRefused: { tone: 'failed', ...ofRenewals },
}

export const kindNames = Object.keys(kinds) as NotificationKind[]
