import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { commaSeparated, listQuery } from './list.ts'
import { moment } from './moment.ts'
import { campaign, campaignStates } from './ota.ts'
import { otaKindNames } from './ota-kinds/kinds.ts'
import { halfWidth } from './sim-search.ts'

/**
 * The states by which campaigns are filtered. `allFailed`: no SIM of an ended campaign succeeded; `partlyFailed`: some did.
 * `completedWithFailures` means both. `waitsForRelease`: the next wave of a running campaign waits until a member releases it. `pastLimit`:
 * a campaign is paused because of too many failures or because its budget of octets is used.
 */
export const campaignFilterStates = [...campaignStates, 'partlyFailed', 'allFailed', 'waitsForRelease', 'pastLimit'] as const
export type CampaignFilterState = (typeof campaignFilterStates)[number]

/** The actions of campaigns: the kind of their OTAs, or a rollback. */
export const campaignActions = [...otaKindNames, 'rollback'] as const

export const campaignSortFields = [
  'id',
  'name',
  'package',
  'action',
  'state',
  'progress',
  'total',
  'succeeded',
  'failed',
  'blocked',
  'cancelled',
  'createdAt',
  'finishedAt',
  'createdBy',
] as const
export type CampaignSortField = (typeof campaignSortFields)[number]

const text = z.string().trim().min(1).max(100).transform(halfWidth).optional()

export const listCampaigns = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTA',
  needs: 'signedIn',
  summary: 'Campaigns, newest first, filtered, sorted and paged',
  query: listQuery(campaignSortFields, {
    /** A part of the name or of the package's name, or the ID (`6` or `#6`). The campaign with that ID comes first. */
    search: text,
    state: commaSeparated(campaignFilterStates),
    action: commaSeparated(campaignActions),
    /** A part of the name, AID, version or label of the package. */
    package: text,
    /** `true` lists the campaigns of deleted packages. */
    packageDeleted: z.enum(['true']).optional(),
    /** A part of the name of the member who started the campaign. */
    createdBy: text,
    created_start: moment.optional(),
    created_end: moment.optional(),
    /** `true` lists the archived campaigns alone. Without it, they are left out. */
    archived: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional(),
  }),
  response: campaign,
  list: true,
})

/** The largest number of campaigns in one call. The action log names each of them. */
export const maxArchived = 100

/** All or nothing. A campaign that is already in the wanted place stays as it is. */
export const archiveCampaigns = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/admin/archiveBulkOTA',
  needs: 'OTA_UPDATE',
  action: 'otaUpdate',
  summary: 'Move ended campaigns to the archive, or back to the list',
  body: z.strictObject({ ids: z.array(z.number().int().positive()).min(1).max(maxArchived), archived: z.boolean() }),
  response: z.object({ changed: z.number() }),
  errors: ['campaignNotFound', 'campaignNotEnded'],
})
