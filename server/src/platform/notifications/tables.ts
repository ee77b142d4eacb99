import type { Time, Defaulted, DefaultedTime, GeneratedAlways, Json, NumberOrNull, TimeOrNull } from '../db/column-types.ts'
import type { Row } from '../db/schema.ts'
import type { Content, NotificationKind } from './content.ts'

declare module '../db/schema.ts' {
  interface Database {
    notifications: {
      id: GeneratedAlways<number>
      kind: NotificationKind
      /** The member who caused it, and who may choose to hear of own and of other events apart. */
      owner_id: number | null
      /** The only member who gets it; null for everyone who may. */
      only_for: number | null
      /** The time of the first of the joined events. */
      first_at: DefaultedTime
      at: DefaultedTime
      /** The number of joined events. */
      count: Defaulted<number>
      sim_ids: number[]
      campaign_id: number | null
      task_id: number | null
      params: Json<Content['params']>
      /** True once the mails for those who want them at once are made. */
      mailed: Defaulted<boolean>
      /** The ways by which it goes to members, if they chose them. */
      in_bell: Defaulted<boolean>
      by_mail: Defaulted<boolean>
      /** The time before which its mail at once is not made. */
      mail_after: TimeOrNull
      alert_rule_id: NumberOrNull
      /** The certificate or the file of a notification about a single one. */
      safe_object_id: NumberOrNull
    }
    /** The end of the time that the last daily mail of a member covers. */
    notification_digests: {
      member_id: number
      sent_to: Time
    }
    /** Notifications whose mails wait for the end of the quiet hours of a member. */
    notification_waits: {
      member_id: number
      notification_id: number
    }
    /** Numbers of deleted notifications that mails would have told. `minute`: the end of the minute in which they happened last. */
    notification_drops: {
      minute: Time
      kind: NotificationKind
      owner_id: number | null
      count: number
    }
    notification_reads: {
      member_id: number
      notification_id: number
    }
    /**
     * Events whose notification is not made yet: ids of SIMs for `imeiChanged`, of certificates and files on SIMs for their kinds, of
     * campaigns for the others.
     */
    notification_causes: {
      id: GeneratedAlways<number>
      kind: CauseKind
      subject_id: number
    }
  }
}

/** The kinds of causes that triggers store when the state of a certificate or a file on a SIM changes. */
export const certificateCauses = ['certificateActive', 'certificateRejected', 'certificateFailed', 'certificateWaits'] as const
export type CertificateCause = (typeof certificateCauses)[number]
export const fileCauses = ['fileActive', 'fileFailed'] as const
export type FileCause = (typeof fileCauses)[number]
export type SafeCause = CertificateCause | FileCause
export type CauseKind = 'imeiChanged' | 'campaignEnded' | 'approvalAsked' | SafeCause
export type NotificationRow = Row<'notifications'>
