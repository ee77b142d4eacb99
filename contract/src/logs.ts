import { z } from 'zod'
import { actionNames, clientTypes, subjectKinds } from './actions.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, zoneOffsetInAddress } from './list.ts'
import { moment } from './moment.ts'
import { simFields } from './sim-fields.ts'

/** Maximum number of rows that a log shows or downloads. */
export const logRowCap = 1000

export const actionLog = z.object({
  id: z.number(),
  action: z.enum(actionNames),
  url: z.string(),
  method: z.string(),
  /** The request with masked secrets, as JSON text. */
  request_params: z.string(),
  /** The name of the call in this contract; null if its path is that of no call. */
  operation: z.string().nullable(),
  /** The e-mail of the member, or the name of the API ID. */
  request_by: z.string(),
  /** The present name of the member; null for others and for deleted accounts. */
  request_by_name: z.string().nullable(),
  request_at: z.string(),
  /** The HTTP status of the answer. */
  status: z.number(),
  /** The error message of the server in English; null for a success. */
  message: z.string().nullable(),
  client_type: z.enum(clientTypes),
  ip: z.string(),
  /** The records that the action concerns. */
  subjects: z.array(z.string()),
  /** The name of the first record at that time. */
  subject_name: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type ActionLog = z.infer<typeof actionLog>

/**
 * The number of records that a search reads at most. A filter by message, status or source is tested on the newest of the records that the
 * other filters find; `searchedTo` of the list then is the time of the oldest of them.
 */
export const searchedRows = 50_000

const instant = moment.optional()
/** The rows after the one with this number, for a list that follows the log. */
const after = z.coerce.number().int().min(0).optional()

/** The record of a filter of the action log. */
export const subjectKey = z
  .string()
  .max(100)
  .regex(new RegExp(`^(${subjectKinds.join('|')}):[\\w-]+$`))

/**
 * `title` is the action's name; `message` is searched in the URL, the answer, the record's name and the values; `person` is a complete
 * e-mail address or the name of an API ID; `sim` is an ICCID. The list has the newest 1,000 matches, and says so in `capped`.
 */
export const listSystemLogs = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/logs/system',
  needs: 'LOGS_SYSTEM_LOG',
  summary: 'The action log: changes with their authors, newest first',
  query: listQuery(['request_at'], {
    title: z.enum(actionNames).optional(),
    message: z.string().trim().max(200).optional(),
    status: z.enum(['success', 'failure']).optional(),
    client_type: z.enum(clientTypes).optional(),
    person: z.string().trim().max(100).optional(),
    sim: z.string().regex(simFields.iccid.pattern).optional(),
    subject: subjectKey.optional(),
    after,
    created_start: instant,
    created_end: instant,
  }),
  response: actionLog,
  list: true,
})

/** The number of rows that one call of the check reads at most. */
export const chainStepRows = 10_000

/** A call checks at most 10,000 rows after row `after`. The caller repeats it with `rows` as `after`, until `done`. */
export const verifySystemLog = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/logs/system/chain',
  needs: 'LOGS_SYSTEM_LOG',
  summary: 'Check in steps that no row of the action log was changed, removed or added',
  query: z.strictObject({ after: z.coerce.number().int().min(0).default(0) }),
  response: z.object({
    checked_at: z.string(),
    /** The last row without a fault. */
    rows: z.number(),
    /** The number of rows of the log. */
    total: z.number(),
    /** True if the end of the log or a fault is reached. */
    done: z.boolean(),
    fault: z.object({ id: z.number(), fault: z.enum(['changed', 'missing', 'head']), at: z.string().nullable() }).nullable(),
  }),
})

/** The logs of the console, in its order. */
export const logNames = ['system', 'security', 'rawApi', 'rawProxy', 'rawOtaService'] as const
export type LogName = (typeof logNames)[number]

/** More rows of a day are not counted. */
export const todayCap = 100_000

export const logOverview = z.object({
  name: z.enum(logNames),
  /** The rows since midnight in the time zone of the caller, at most 100,000. */
  today: z.number(),
  /** The rows of the log: counted up to 10,000, beyond that an estimate by the statistics of the database. */
  rows: z.number(),
  /** True if `rows` is an estimate. */
  estimated: z.boolean(),
  bytes: z.number(),
  /** The days for which rows are kept; null if they are never deleted. */
  kept_days: z.number().nullable(),
  oldest: z.string().nullable(),
})
export type LogOverview = z.infer<typeof logOverview>

export const listLogs = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/logs',
  needs: 'LOGS_SYSTEM_LOG',
  summary: 'The logs that the caller may read: how many rows they have, their size and how long they are kept',
  query: z.strictObject({ timezoneOffset: zoneOffsetInAddress.default(0) }),
  response: z.array(logOverview),
})
