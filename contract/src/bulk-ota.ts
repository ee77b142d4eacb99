import { z } from 'zod'
import { failedOf, wakeSims } from './campaign-again.ts'
import { approvalNote } from './campaign-approval.ts'
import { driftChoice } from './drift.ts'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'
import { extraContent } from './extra-content.ts'
import { otaKindNames, parametersOfKinds } from './ota-kinds/kinds.ts'
import { signedLink } from './campaign-result-csv.ts'
import { campaign } from './ota.ts'
import { limitFields, octetsPerSim, rollout } from './rollout.ts'
import { simFilter } from './sims.ts'

/**
 * A filter (`{}` matches all SIMs), a list of SIM ids, a selection, the SIMs that a campaign left without an applet, those that failed, or
 * those whose cards differ.
 */
export const createSnapshot = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/admin/createSnapshotOfOTATarget',
  needs: 'OTA_CREATE',
  summary: 'Freeze a list of SIMs for an OTA',
  body: z.strictObject({
    filter: simFilter.optional(),
    simIds: z.array(z.number().int().positive()).min(1).max(10_000).optional(),
    /** The SIMs of a selection that was made in the SIM list. */
    selectionId: z.number().int().positive().optional(),
    /** The SIMs that a campaign left without an applet and that held the same one before (`getWithoutApplet`). */
    withoutApplet: z.strictObject({ campaignId: z.number().int().positive(), group: z.string().regex(/^[0-9a-f]{32}$/) }).optional(),
    /** The SIMs that failed in a campaign, of all causes or of some (`getFailedSims`). */
    failedOf: failedOf.optional(),
    /** The SIMs whose cards differ, of all kinds or of some (`listDifferingSims`). */
    drift: driftChoice.optional(),
  }),
  response: z.object({ id: z.number(), total: z.number(), createdAt: z.string() }),
  errors: ['emptyParameters', 'noTargetSims', 'selectionNotFound', 'campaignNotFound', 'searchTooSlow', 'tooManyRequests'],
})

const snapshotId = z.strictObject({ id: z.coerce.number().int().positive() })

export const getSnapshotCsvUrl = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/getSnapshotCSVSignedUrl/{id}',
  needs: 'signedIn',
  summary: 'A link to the SIMs of a snapshot as CSV, valid for 15 minutes',
  params: snapshotId,
  response: z.object({ url: z.string(), expiresAt: z.string() }),
  errors: ['snapshotNotFound'],
})

export const downloadSnapshotCsv = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/snapshotCSV/{id}',
  needs: 'public',
  summary: 'The SIMs of a snapshot as CSV; the link carries its own signature',
  params: snapshotId,
  query: signedLink,
  streams: 'text/csv; charset=utf-8',
  errors: ['linkExpired', 'snapshotNotFound'],
})

/** The reasons for which a SIM of the snapshot is left out. */
export const exclusionReasons = [
  'noKeys',
  'noSmsKeys',
  'noNumber',
  'quarantined',
  'sameVersion',
  'otherVersion',
  'otaInProgress',
  'notInstalled',
  'pollerBlocked',
  'imported',
  'bufferTooSmall',
  'missingImport',
  'notEnoughMemory',
  'missingValue',
  'valueTooLong',
  'noValueRow',
  'noCertificate',
  'noSigner',
  'noFile',
  'keyVersionUnknown',
  'keysUnproven',
  'noStandbyPoller',
  'pollerUnknown',
  'holdsCertificates',
  'protectedContent',
  'overBudget',
] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

/** Without `kind`, the campaign installs if a target is active and removes otherwise. The kind determines the other parameters. */
const plan = z.strictObject({
  snapshotId: z.number().int().positive(),
  kind: z.enum(otaKindNames).optional(),
  ...parametersOfKinds,
})

/** The time in which `percent` of the SIMs have polled; null if unknown. */
export const dryRunDuration = z.object({ seconds: z.number(), percent: z.number() }).nullable()
export const waveCounts = z.array(z.object({ wave: z.number(), sims: z.number() }))

export const dryRun = z.object({
  total: z.number(),
  eligible: z.number(),
  /** The changes of the eligible SIMs. The counts add up to `eligible`. */
  actions: z.array(
    z.object({
      kind: z.enum(['update', ...otaKindNames]),
      /** The package that the SIMs hold now. */
      fromName: z.string().nullable(),
      fromVersion: z.string().nullable(),
      count: z.number(),
    }),
  ),
  /** The packages that SIMs lose before they get the new applet, or the new version of a library. A standby poller has no name. */
  losses: z.array(
    z.object({
      name: z.string().nullable(),
      version: z.string().nullable(),
      /** Null, like the label, if the package is not registered here. */
      packageAID: z.string().nullable(),
      label: z.string().nullable(),
      count: z.number(),
    }),
  ),
  /**
   * Present for a removal of extra content: the content, and the applets that go with it, each with the number of eligible SIMs that lose it.
   * `applets` holds those that most SIMs lose, and `others` is the number of the others.
   */
  extra: z
    .object({ content: extraContent, applets: z.array(z.object({ aid: z.string(), count: z.number() })), others: z.number() })
    .optional(),
  /**
   * `sims` holds the first 100 SIMs of each reason; `imports` the AIDs of packages that the SIMs are not known to hold (`missingImport`);
   * `importers` the packages that import the library to be removed (`imported`).
   */
  excluded: z.array(
    z.object({
      reason: z.enum(exclusionReasons),
      count: z.number(),
      sims: z.array(z.object({ id: z.number(), iccid: z.string(), device_alias: z.string().nullable() })),
      imports: z.array(z.string()),
      importers: z.array(z.object({ packageAID: z.string(), otaVersion: z.string(), label: z.string(), name: z.string() })),
    }),
  ),
  /**
   * The largest number of bytes for one SIM, the largest number of commands for one SIM (maybe another), and the bytes for all SIMs. They
   * depend on the security level of each SIM and on the receive buffer that it reported last.
   */
  bytesPerSim: z.number(),
  commandsPerSim: z.number(),
  bytesInAll: z.number(),
  /**
   * The smallest receive buffer that can receive the commands, by security level. A SIM that never reported its buffer counts with the
   * smallest one.
   */
  receiveBuffer: z.number(),
  /** The number of SIMs whose last poll is seven days ago or longer. Their OTA waits until they poll. */
  silentSims: z.number(),
  /** The number of SIMs that never polled. They are not among `silentSims`. */
  neverPolled: z.number(),
  /** The polls that each SIM needs: one, and another one if the rollout waits for a poll after the success. */
  pollsPerSim: z.number(),
  /**
   * The time in which `percent` of the SIMs poll, by the time since their last polls: `waveSeconds` from the release of a wave, `seconds`
   * from the start of the campaign. `seconds` is null if a user releases the waves; all is null if too many SIMs never polled.
   */
  duration: z.object({ seconds: z.number().nullable(), waveSeconds: z.number(), percent: z.number() }).nullable(),
  /** The number of SIMs for which `octetsInAll` suffices, by their mean cost and without retries. Null without that budget. */
  simsInBudget: z.number().nullable(),
  /** The number of SIMs in each wave of the rollout. Empty without a rollout. */
  waves: waveCounts,
  instanceAID: z.string().nullable(),
})
export type DryRun = z.infer<typeof dryRun>

/** The number of SIMs for which a budget of octets suffices, by their mean cost. */
export const simsWithin = (octetsInAll: number, { eligible, bytesInAll }: Pick<DryRun, 'eligible' | 'bytesInAll'>): number =>
  bytesInAll === 0 ? eligible : Math.min(eligible, Math.floor((octetsInAll * eligible) / bytesInAll))

export const dryRunBulkOta = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/admin/dryRunBulkOTA',
  needs: 'OTA_CREATE',
  summary: 'Compute the effect of a bulk OTA on each SIM, without starting it',
  body: plan.extend({
    /** The `octetsPerSim` of the rollout, for a dry run without a rollout. */
    octetsPerSim: octetsPerSim.optional(),
    /** The `octetsInAll` of the rollout, for a dry run without a rollout. */
    octetsInAll: limitFields.octetsInAll.unwrap().optional(),
    /** The rollout of the start. With it, each SIM has its wave. */
    rollout: rollout.optional(),
  }),
  response: dryRun,
  errors: [
    'snapshotNotFound',
    'packageNotFound',
    'unknownModule',
    'severalActiveTargets',
    'scriptValuesNotFound',
    'groupNotFound',
    'searchTooSlow',
    'tooManyRequests',
  ],
})

/** The number of SIMs that a user confirms. */
export const confirmedCount = z.number().int().min(0).max(10_000_000)

/** The largest number of characters in the name of a campaign. */
export const maxNameLength = 100

export const putBulkOta = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/admin/bulkOTA',
  needs: 'OTA_CREATE',
  action: 'otaAdd',
  summary: 'Start a campaign: an OTA for all SIMs of a snapshot. From a number of SIMs on, it waits for approval first',
  body: plan.extend({
    name: line(maxNameLength).min(1).optional(),
    /** The number of SIMs of the dry run (`eligible`), which the user confirms. Required above `maxUnconfirmedSims`. */
    confirmedCount: confirmedCount.optional(),
    /** Consent to the `losses` of the dry run: SIMs lose their applet, or library, before they get the new one. */
    removalConsent: z.boolean().default(false),
    /** Waves, times and limits. Without it, all SIMs are released at once. */
    rollout: rollout.optional(),
    wakeSims,
    /** Words for those who may approve, if the number of SIMs requires an approval (`system_ota_approval_threshold`). */
    approvalNote,
  }),
  response: campaign,
  errors: [
    'snapshotNotFound',
    'packageNotFound',
    'unknownModule',
    'severalActiveTargets',
    'scriptValuesNotFound',
    'noTargetSims',
    'startCountRequired',
    'startCountDiffers',
    'removalsDiffer',
    'removalConsentRequired',
    'startInPast',
    'endBeforeStart',
    'groupNotFound',
    'fleetBusy',
    'searchTooSlow',
    'tooManyRequests',
  ],
})

/** The largest number of SIMs that a campaign may start with without `confirmedCount`. */
export const maxUnconfirmedSims = 100
