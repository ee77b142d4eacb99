import { z } from 'zod'
import { dryRunDuration, exclusionReasons, waveCounts } from './bulk-ota.ts'
import { endpoint } from './endpoint.ts'
import { commaSeparated, listQuery } from './list.ts'
import { otaKindNames } from './ota-kinds/kinds.ts'
import { signedLink } from './campaign-result-csv.ts'
import { rollbackExclusions } from './rollback.ts'
import { maxWaves } from './rollout.ts'
import { soughtUpTo } from './sim-field-schemas.ts'
import { maxInAddress } from './sim-search.ts'

/** The id of the snapshot, or the `snapshotId` of the dry run of a rollback or of an approval. */
const snapshotId = z.strictObject({ id: z.coerce.number().int().positive() })

/** The actions of a dry run. `update` replaces an applet, or a version of a library. */
export const dryRunActions = ['update', ...otaKindNames] as const
export type DryRunAction = (typeof dryRunActions)[number]

/** The reasons for which a dry run leaves out a SIM. */
export const dryRunReasons = [...new Set([...exclusionReasons, ...rollbackExclusions])] as [
  (typeof exclusionReasons)[number] | (typeof rollbackExclusions)[number],
]
export type DryRunReason = (typeof dryRunReasons)[number]

export const getDryRun = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/dryRunBulkOTA/{id}',
  needs: 'OTA_CREATE',
  summary: 'Totals of the last dry run of a snapshot or of a rollback',
  params: snapshotId,
  response: z.object({
    madeAt: z.string(),
    total: z.number(),
    eligible: z.number(),
    /** The octets and the commands of all SIMs. */
    octets: z.number(),
    commands: z.number(),
    pollsPerSim: z.number(),
    duration: dryRunDuration,
    actions: z.array(z.object({ action: z.enum(dryRunActions), sims: z.number() })),
    excluded: z.array(z.object({ reason: z.enum(dryRunReasons), sims: z.number() })),
    /** Empty if the dry run had no rollout. */
    waves: waveCounts,
  }),
  errors: ['snapshotNotFound', 'dryRunNotFound'],
})

/** The effect of a dry run on one SIM. */
export const dryRunSim = z.object({
  sim_id: z.number(),
  /** Null, like the alias, if the SIM was deleted after the dry run. */
  iccid: z.string().nullable(),
  device_alias: z.string().nullable(),
  /** Null for a SIM that is left out. */
  action: z.enum(dryRunActions).nullable(),
  /** The reason for which the SIM is left out. */
  reason: z.enum(dryRunReasons).nullable(),
  /** The applet or library that the SIM held at the time of the dry run, and the one that it gets. */
  from: z.object({ name: z.string().nullable(), version: z.string().nullable() }).nullable(),
  to: z.object({ name: z.string(), version: z.string(), label: z.string() }).nullable(),
  /** True if something is deleted on the card. */
  removes: z.boolean(),
  wave: z.number().nullable(),
  /** The commands, the octets in both directions and the polls that are necessary. Null for a SIM that is left out. */
  commands: z.number().nullable(),
  octets: z.number().nullable(),
  polls: z.number().nullable(),
  /**
   * The time between two polls of the SIM: by the parameters that an OTA installed for its poller, else as observed between its last two
   * polls. Null if neither is known.
   */
  interval: z.object({ seconds: z.number(), source: z.enum(['parameters', 'observed']) }).nullable(),
  /** The longest time that the polls take at this interval, from the release of the wave of the SIM on. Null if the interval is unknown. */
  expectedSeconds: z.number().nullable(),
  last_poll: z.string().nullable(),
})
export type DryRunSim = z.infer<typeof dryRunSim>

const filters = {
  action: commaSeparated(dryRunActions),
  reason: commaSeparated(dryRunReasons),
  wave: z.coerce.number().int().min(1).max(maxWaves).optional(),
  /** Numbers or words, as in the SIM list. */
  search: soughtUpTo(maxInAddress),
}

export const listDryRunSims = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/dryRunBulkOTA/{id}/sims',
  needs: 'OTA_CREATE',
  summary: 'The effect of the last dry run on each SIM, SIMs with the same effect together',
  params: snapshotId,
  /** A SIM matches if it has one of the actions or one of the reasons, and the wave. */
  query: listQuery(['octets', 'wave'], filters),
  response: dryRunSim,
  list: true,
  errors: ['snapshotNotFound', 'dryRunNotFound', 'searchTooSlow', 'tooManyRequests'],
})

export const getDryRunCsvUrl = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/getDryRunCSVSignedUrl/{id}',
  needs: 'OTA_CREATE',
  summary: 'A link to the effect of the last dry run on each SIM as CSV, valid for 15 minutes',
  params: snapshotId,
  response: z.object({ url: z.string(), expiresAt: z.string() }),
  errors: ['snapshotNotFound', 'dryRunNotFound'],
})

export const downloadDryRunCsv = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/dryRunCSV/{id}',
  needs: 'public',
  summary: 'The effect of the last dry run on each SIM as CSV; the link carries its own signature',
  params: snapshotId,
  query: signedLink,
  streams: 'text/csv; charset=utf-8',
  errors: ['linkExpired', 'snapshotNotFound', 'dryRunNotFound'],
})
