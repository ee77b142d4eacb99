import { z } from 'zod'
import { actionNames, clientTypes } from './actions.ts'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { moment } from './moment.ts'
import { traceMessage } from './traces.ts'

/** Maximum number of rows that a log shows or downloads. */
export const logRowCap = 1000

export const listRawOtaServiceLogs = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/logs/raw-ota-service',
  needs: 'LOGS_RAW_LOG',
  summary: 'All messages between server and cards, newest first, with plain commands in hex and without key material',
  query: listQuery(['at'], {
    simId: z.coerce.number().int().positive().optional(),
    sessionId: z
      .string()
      .regex(/^[0-9a-f]{8}$/)
      .optional(),
  }),
  response: traceMessage.extend({ sim_id: z.number().nullable(), hex: z.array(z.string()) }),
  list: true,
})

export const actionLog = z.object({
  id: z.number(),
  action: z.enum(actionNames),
  url: z.string(),
  method: z.string(),
  /** The request with masked secrets, as JSON text. */
  request_params: z.string(),
  /** The e-mail of the member, or the name of the API ID. */
  request_by: z.string(),
  request_at: z.string(),
  /** The HTTP status of the answer. */
  status: z.number(),
  /** The error message of the server in English; null for a success. */
  message: z.string().nullable(),
  client_type: z.enum(clientTypes),
})
export type ActionLog = z.infer<typeof actionLog>

const instant = moment.optional()

/** `title` is the action's name; `message` is searched in the URL and the answer. The list has the newest 1,000 matches. */
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
    created_start: instant,
    created_end: instant,
  }),
  response: actionLog,
  list: true,
})
