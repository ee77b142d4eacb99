import type { CampaignOptions } from '@simdeck/contract/campaign-again.ts'
import type { CampaignDiagnosis, LimitChange, ownChanges } from '@simdeck/contract/campaign-report.ts'
import type { DryRunAction, DryRunReason } from '@simdeck/contract/dry-run-sims.ts'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { ApprovalOutcome } from '@simdeck/contract/campaign-approval.ts'
import type { ApprovalRequest } from '@simdeck/contract/approval.ts'
import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import type { CampaignState, pauseCauses, SetupProblem } from '@simdeck/contract/ota.ts'
import type { OtaTarget } from '@simdeck/contract/ota-targets.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type {
  ColumnType,
  Defaulted,
  DefaultedTime,
  GeneratedAlways,
  Json,
  JsonOrNull,
  NumberOrNull,
  TimeOrNull,
} from '../platform/db/column-types.ts'
import type { CommonStep, SetupRequest } from './setup-queries.ts'
import type { SkippedWakes, WakeMessages } from './wakes/figures.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    campaigns: {
      id: GeneratedAlways<number>
      name: string
      state: CampaignState
      action: OtaKindName
      applet_type: number | null
      package_id: number | null
      module_aid: string | null
      instance_aid: string | null
      install_parameters: Defaulted<string>
      targets: Json<OtaTarget[]>
      total: number
      excluded: number
      created_by: number | null
      /** The name of a creator who was deleted. */
      created_by_name: string | null
      created_at: DefaultedTime
      finished_at: TimeOrNull
      paused_at: TimeOrNull
      paused_by: string | null
      pause_cause: (typeof pauseCauses)[number] | null
      pause_wave: number | null
      pause_failed: number | null
      pause_ended: number | null
      rollout: ColumnType<Rollout | null, string | null | undefined, string | null>
      /** The highest wave whose SIMs may get their OTA; 0 before a scheduled start. */
      released_wave: Defaulted<number>
      /** Results before this time are not judged any more. */
      results_from: TimeOrNull
      rollback_of: number | null
      /** Time at which a user or the end of the campaign cancelled its Ready OTAs; nothing is tried again afterwards. */
      stopped_at: TimeOrNull
      /** The name of the member who stopped the campaign; null if it reached its end. */
      stopped_by: string | null
      /** The filter that chose its SIMs, in the form of an address; null for another choice. */
      filter: JsonOrNull<Record<string, string>>
      /** True once the figures after the end are stored. */
      figures_final: Defaulted<boolean>
      archived_at: TimeOrNull
      archived_by: string | null
    }
    /** Campaigns whose OTAs are not all written yet, and those that could not start. `otas` is null until the OTAs are counted. */
    campaign_setups: {
      campaign_id: number
      request: Json<SetupRequest>
      snapshot_id: number | null
      written: Defaulted<number>
      otas: number | null
      problem: SetupProblem | null
      /** True once its SIMs are listed in `campaign_setup_parts`. */
      is_listed: Defaulted<boolean>
      /** The highest id of an OTA when its SIMs were listed; null before, and for a list of an earlier version. */
      last_ota_id: number | null
      /** The OTA of each SIM after a removal; null if it has none, or one of its own. */
      step: ColumnType<CommonStep | null, string | null | undefined, string | null>
    }
    /** SIMs whose OTAs are not written yet. The arrays have one element, perhaps null, for each SIM. */
    campaign_setup_parts: {
      campaign_id: number
      part: number
      sim_ids: number[]
      waves: number[]
      remove_package_ids: (number | null)[]
      remove_package_aids: (string | null)[]
      remove_instance_aids: (string | null)[]
      package_ids: (number | null)[]
      package_aids: (string | null)[]
      params: (Record<string, unknown> | null)[]
    }
    /** SIMs whose OTAs were not written because their campaign was stopped in its set-up. They count as cancelled. */
    campaign_unwritten: {
      campaign_id: number
      wave: number
      sims: number
    }
    /** Campaigns that wake their SIMs by SMS. `messages` are the counts of the messages by their state, `skipped` those left out. */
    campaign_wakes: {
      campaign_id: number
      /** Messages are queued for all SIMs of the first `done_waves` waves, and for those of the next one up to `last_sim_id`. */
      done_waves: Defaulted<number>
      last_sim_id: Defaulted<number>
      skipped: ColumnType<SkippedWakes, string | undefined, string>
      messages: ColumnType<WakeMessages, string | undefined, string>
      /** True once nothing about it changes any more. */
      is_over: Defaulted<boolean>
    }
    /** The figures of a campaign when they were counted last. `ended` to `cancelled` are for sorting and filtering. */
    campaign_figures: {
      campaign_id: number
      counted_at: Date
      /** `campaign_results` are complete before this time. */
      results_until: Date
      /** Numbers of SIMs: `[wave, status, sims, cancelled]`. */
      statuses: Json<[wave: number, status: OtaStatus, sims: number, cancelled: number][]>
      ended: number
      succeeded: number
      failed: number
      blocked: Defaulted<number>
      cancelled: number
    }
    /** The causes of failures and of waiting in a large campaign. `is_final`: it had ended when they were counted. */
    campaign_diagnoses: {
      campaign_id: number
      at: Date
      is_final: boolean
      diagnosis: Json<Omit<CampaignDiagnosis, 'at'>>
    }
    /** The SIMs of a campaign and wave that ended in the `minutes` from `at` on, without cancelled ones. */
    campaign_results: {
      campaign_id: number
      minutes: number
      at: Date
      wave: number
      succeeded: number
      failed: number
      blocked: Defaulted<number>
    }
    /**
     * The options of campaigns by name. The key of the package in `options` is that of the time at which they were saved. Options of before
     * wake no SIM.
     */
    ota_templates: {
      id: GeneratedAlways<number>
      name: string
      options: Json<Omit<CampaignOptions, 'wakeSims'> & Partial<Pick<CampaignOptions, 'wakeSims'>>>
      package_id: number | null
      created_by: number | null
      created_at: DefaultedTime
    }
    /** Changes that a campaign makes by itself, and of its limits. `wave`, `failed` and `ended` are those of a pause for failures. */
    campaign_events: {
      id: GeneratedAlways<number>
      campaign_id: number
      at: DefaultedTime
      event: (typeof ownChanges)[number] | 'limits'
      wave: number | null
      failed: number | null
      ended: number | null
      limits: JsonOrNull<LimitChange[]>
      /** The used octets and the budget, of a pause for octets. */
      octets: NumberOrNull
      budget: NumberOrNull
    }
    /** Octets of ended sessions, which belong to campaigns. A job adds up the rows of each campaign. */
    campaign_octets: {
      campaign_id: number
      octets: number
    }
    /** The groups of the SIMs of each campaign when it began; a trigger writes them. */
    campaign_groups: { group_id: number; campaign_id: number; sims: number }
    /** The waves of a campaign with a rollout, from 1. */
    campaign_waves: {
      campaign_id: number
      wave: number
      sims: number
      released_at: TimeOrNull
      /** True if the members know that the wave after this one waits for its release. */
      wait_notified: Defaulted<boolean>
    }
    /** The approval that a campaign needs, or needed. */
    campaign_approvals: {
      campaign_id: number
      threshold: number
      /** The member who asked, or who made the API ID that asked. */
      asked_by: number | null
      asked_email: string | null
      asked_credential: number | null
      asked_name: string
      asked_at: DefaultedTime
      note: string
      deadline: TimeOrNull
      /** The dry run at that time. */
      frozen: Json<Pick<ApprovalRequest, 'dryRun' | 'rollback'>>
      /** The rollout at that time. */
      rollout: ColumnType<Rollout | null, string | null | undefined, string | null>
      outcome: ApprovalOutcome | null
      decided_by: number | null
      decided_name: Defaulted<string>
      decided_at: TimeOrNull
      reason: Defaulted<string>
      /** The list of the dry run; null once it has been deleted. */
      selection_id: Defaulted<number | null>
      /** The number of SIMs of the campaign at that time. */
      sims: number
      /** The changes of the SIMs of a large campaign since, as they were counted at `changes_at`. */
      changes: JsonOrNull<Omit<NonNullable<ApprovalRequest['changes']>, 'at'>>
      changes_at: TimeOrNull
    }
    /** Result of the last dry run of a snapshot. */
    ota_dry_runs: {
      selection_id: number
      targets: Json<OtaTarget[]>
      eligible: number
      /** Number of SIMs that lose each package, by the id of the package, or by its AID if it is not registered. */
      removals: Json<Record<string, number>>
      /** Ids of the SIMs that do not take part. */
      left_out: number[]
      /** The answer of the dry run, which an approver sees. */
      result: ColumnType<DryRun | null, string | undefined, string>
      /** Null for a dry run of an earlier version, which stored no effects. */
      made_at: TimeOrNull
      /** The polls that each SIM needs. */
      polls: Defaulted<number>
      /** The time within which most of its SIMs poll, for all waves; null if unknown. */
      seconds: number | null
    }
    /** The effects that occur in a dry run, each with the number of its SIMs. */
    ota_dry_run_effects: {
      selection_id: number
      effect: number
      place: number
      kind: DryRunAction | null
      reason: DryRunReason | null
      from_name: string | null
      from_version: string | null
      to_name: string | null
      to_version: string | null
      to_label: string | null
      removes: boolean
      wave: number | null
      octets: number | null
      commands: number | null
      sims: number
    }
    ota_dry_run_sims: { selection_id: number; effect: number; part: number; sim_ids: number[] }
    /** SIMs whose retries were exhausted: no campaign includes them until a member takes them back. */
    quarantined_sims: {
      sim_id: number
      campaign_id: number
      code: number
      sw: string | null
      at: DefaultedTime
    }
    ota_jobs: {
      id: GeneratedAlways<number>
      campaign_id: number
      sim_id: number
      applet_type: number | null
      kind: OtaKindName
      /** Parameters by `otaParameters` of the kind, in the contract. */
      params: ColumnType<Record<string, unknown>, string | undefined, string>
      /** Transport of the commands to the card. */
      transport: Defaulted<'session' | 'sms'>
      step: number
      /** The wave of its campaign. */
      wave: Defaulted<number>
      package_id: number | null
      package_aid: string | null
      status: Defaulted<OtaStatus>
      code: number | null
      sw: string | null
      reason: string | null
      acked: Defaulted<number>
      total: Defaulted<number>
      interruptions: Defaulted<number>
      knowledge: ColumnType<Record<string, unknown>, string | undefined, string>
      failed_command: string | null
      /** Number of failed attempts after which the OTA was tried again. */
      attempts: Defaulted<number>
      /** Number of sessions in a row in which the card answered nothing. */
      unanswered: Defaulted<number>
      /** The OTA is not sent before this time. */
      not_before: TimeOrNull
      /** The removal of a poller before its successor: the time until which the successor has to poll again; null of other OTAs. */
      poll_by: TimeOrNull
      created_at: DefaultedTime
      polled_at: TimeOrNull
      channel_at: TimeOrNull
      started_at: TimeOrNull
      finished_at: TimeOrNull
      updated_at: DefaultedTime
    }
  }
}
