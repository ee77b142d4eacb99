import { z } from 'zod'
import { signedLink } from './campaign-result-csv.ts'
import { endpoint } from './endpoint.ts'
import { templatePlaceholders } from './identity-templates.ts'
import { listQuery } from './list.ts'
import { otaStatuses } from './ota-progress.ts'
import { aidHex } from './packages.ts'
import { maxCellBytes } from './script-values.ts'

/** The values of a SIM that scripts may contain. `eid` is none of them: profiles of an eUICC are not assigned to SIMs. */
export const scriptVariableNames = templatePlaceholders.filter((name) => name !== 'eid')

/** Names the applet that a script belongs to (specification §7): a registered package and an instance of it. */
const scriptKey = z.strictObject({
  packageAID: aidHex,
  packageName: z.string().min(1).max(255),
  otaVersion: z.string().regex(/^\d{1,3}\.\d{1,3}$/),
  appletInstanceAID: aidHex,
})
export type ScriptKey = z.output<typeof scriptKey>

const variable = z.object({
  name: z.string(),
  /** `packed`: digits as their file holds them. `text`: UTF-8, filled with FF. `hex`: a value in hex, of exactly this length. */
  form: z.enum(['packed', 'text', 'hex']),
  length: z.number(),
})

const stored = {
  ...scriptKey.shape,
  /** The revision that a campaign names; null if no script is stored. A campaign keeps its revision. */
  id: z.number().nullable(),
  variables: z.array(variable),
  /** Octets that are sent to the card, without headers. */
  octets: z.number(),
  updatedAt: z.string().nullable(),
  /** The name of the member or API ID who stored it. */
  updatedBy: z.string().nullable(),
}

/** `tlv`: BER-TLV data objects, which are checked. `hex`: octets that only the applet knows. */
export const configFormat = z.enum(['tlv', 'hex'])

export const remoteConfig = z.object({ ...stored, script: z.string().nullable(), format: configFormat })
export type RemoteConfig = z.infer<typeof remoteConfig>

export const fileManagementConfig = z.object({ ...stored, script: z.array(z.string()).nullable(), readsBack: z.boolean() })
export type FileManagementConfig = z.infer<typeof fileManagementConfig>

const configText = z.string().max(10_000)
/**
 * The revision that the change is based on, null for none. If another one is stored meanwhile, the change is refused; without this field
 * it replaces every revision.
 */
const basedOn = z.number().int().positive().nullable().optional()
const configBody = { script: configText.nullable(), format: configFormat.default('tlv'), basedOn }
const lines = z.array(z.string().max(800)).min(1).max(100)
const rfmBody = {
  /** C-APDUs in hex: SELECT by path, READ and UPDATE of octets and records. */
  script: lines.nullable(),
  /** Reads what an update changes before and after it. */
  readsBack: z.boolean().default(true),
  basedOn,
}

const scriptFilters = {
  /** Part of the name or the version of the package, or of the AID of the instance. */
  search: z.string().trim().min(1).max(64).optional(),
  /** The script with this revision, if it is the current one. */
  id: z.coerce.number().int().positive().optional(),
}

const tail = '{packageAID}/{packageName}/{otaVersion}/{appletInstanceAID}'

export const getRemoteConfig = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/remoteconfig/package/get',
  needs: 'signedIn',
  summary: 'The data that a remote configuration sends to an applet by STORE DATA',
  query: scriptKey,
  response: remoteConfig,
  errors: ['packageNotFound'],
})

export const updateRemoteConfig = endpoint({
  method: 'PUT',
  api: 'ota',
  path: `/remoteconfig/package/update/${tail}`,
  needs: 'OTA_UPDATE',
  action: 'otaUpdate',
  summary: 'Store the data of a remote configuration; null removes it',
  params: scriptKey,
  body: z.strictObject(configBody),
  response: remoteConfig,
  errors: ['emptyParameters', 'packageNotFound', 'packageHasNoApplet', 'scriptChanged'],
})

export const listRemoteConfigs = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/remoteconfig/package/list',
  needs: 'signedIn',
  summary: 'The stored remote configurations, newest first',
  query: listQuery([], scriptFilters),
  response: remoteConfig,
  list: true,
})

export const getFileManagementConfig = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/remote-file-management-config/package/get',
  needs: 'signedIn',
  summary: 'The script of remote file management of an applet',
  query: scriptKey,
  response: fileManagementConfig,
  errors: ['packageNotFound'],
})

export const updateFileManagementConfig = endpoint({
  method: 'PUT',
  api: 'ota',
  path: `/remote-file-management-config/package/update/${tail}`,
  needs: 'OTA_UPDATE',
  action: 'otaUpdate',
  summary: 'Store a script of remote file management; null removes it',
  params: scriptKey,
  body: z.strictObject(rfmBody),
  response: fileManagementConfig,
  errors: ['emptyParameters', 'packageNotFound', 'packageHasNoApplet', 'scriptChanged'],
})

export const listFileManagementConfigs = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/remote-file-management-config/package/list',
  needs: 'signedIn',
  summary: 'The stored scripts of remote file management, newest first',
  query: listQuery([], scriptFilters),
  response: fileManagementConfig,
  list: true,
})

export const previewPackageScript = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/remoteconfig/package/preview',
  needs: 'OTA_UPDATE',
  summary: 'The octets that a script sends to one SIM, with the variables that have no fitting value; nothing is stored',
  body: z.strictObject({
    simId: z.number().int().positive(),
    lines: z.array(configText).min(1).max(100),
    /** Values by column, which come before those of the CSV. */
    values: z.record(z.string().max(60), z.string().max(2 * maxCellBytes)).optional(),
    /** An uploaded CSV of the caller, whose line for the SIM gives the values. */
    valuesId: z.number().int().positive().optional(),
  }),
  response: z.object({
    /** In hex; null for a line with a variable without a fitting value. */
    lines: z.array(z.string().nullable()),
    missing: z.array(z.string()),
    tooLong: z.array(z.string()),
  }),
  errors: ['simNotFound', 'scriptValuesNotFound'],
})

const answer = z.object({ sw: z.string(), /** In hex; null if it did not arrive. */ data: z.string().nullable() }).nullable()

/** A line of a script with the answers of the card; null where it gave none. */
const resultLine = z.object({
  /** The number of the line in the script, from 1: a campaign may run some of its lines. */
  number: z.number(),
  text: z.string(),
  answer,
  /** The content that an update has changed, read before and after it. */
  before: answer,
  after: answer,
})

export const fileManagementResult = z.object({
  otaId: z.number(),
  simId: z.number(),
  iccid: z.string(),
  device_alias: z.string().nullable(),
  campaignId: z.number(),
  campaignName: z.string(),
  /** The revision of the script. */
  scriptId: z.number(),
  packageName: z.string(),
  otaVersion: z.string(),
  status: z.enum(otaStatuses),
  code: z.number().nullable(),
  sw: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** The index among `lines` of the one that the card refused; null for none. */
  failedLine: z.number().nullable(),
  lines: z.array(resultLine),
})
export type FileManagementResult = z.infer<typeof fileManagementResult>

export const getFileManagementResult = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/remote-file-management-config/results/{otaId}',
  needs: 'signedIn',
  summary: 'The answers of one card to a script of remote file management, with what it changed',
  params: z.strictObject({ otaId: z.coerce.number().int().positive() }),
  response: fileManagementResult,
  errors: ['fileResultNotFound'],
})

/** Equal refusals are counted up to this number. */
export const mostCountedRefusals = 10_000

export const countSameRefusals = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/remote-file-management-config/results/{otaId}/same',
  needs: 'signedIn',
  summary: 'The number of SIMs of the campaign whose cards refused the same line with the same status word',
  params: z.strictObject({ otaId: z.coerce.number().int().positive() }),
  /** `sims` is null if the card refused no line. The SIM itself is counted. `isMore`: there are more SIMs than were counted. */
  response: z.object({ sims: z.number().nullable(), isMore: z.boolean() }),
  errors: ['fileResultNotFound', 'searchTooSlow'],
})

const campaign = z.strictObject({ campaignId: z.coerce.number().int().positive() })

export const getFileManagementCsvUrl = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/remote-file-management-config/results-csv-url/{campaignId}',
  needs: 'signedIn',
  summary: 'A link to the contents that a campaign of file management has read, as CSV, valid for 15 minutes',
  params: campaign,
  response: z.object({ url: z.string(), expiresAt: z.string() }),
  errors: ['campaignNotFound'],
})

export const downloadFileManagementCsv = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/remote-file-management-config/results-csv/{campaignId}',
  needs: 'public',
  summary: 'The contents that a campaign of file management has read, as CSV; the link carries its own signature',
  params: campaign,
  query: signedLink,
  streams: 'text/csv; charset=utf-8',
  errors: ['linkExpired'],
})
