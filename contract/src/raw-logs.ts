import { z } from 'zod'
import { clientTypes } from './actions.ts'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { moment } from './moment.ts'
import { simFields } from './sim-fields.ts'
import { messageDirections, traceMessage } from './traces.ts'

const after = z.coerce.number().int().min(0).optional()
const instant = moment.optional()
const outcome = z.enum(['success', 'failure']).optional()

/** A call of an API. In a row with `left_out` only the time counts: it stands for that many calls, which were too many to write. */
export const rawApiCall = z.object({
  id: z.number(),
  at: z.string(),
  /** The e-mail address of the member or the name of the API ID; null for an unknown caller. */
  caller: z.string().nullable(),
  source: z.enum(clientTypes).nullable(),
  method: z.string().nullable(),
  /** The path without values; `*` for an unknown path. */
  route: z.string().nullable(),
  url: z.string().nullable(),
  status: z.number().nullable(),
  ms: z.number().nullable(),
  request_bytes: z.number().nullable(),
  /** Null for a streamed answer. */
  response_bytes: z.number().nullable(),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
  /** Masked JSON; null unless bodies were recorded at that time. */
  request_body: z.string().nullable(),
  response_body: z.string().nullable(),
  left_out: z.number().nullable(),
})
export type RawApiCall = z.infer<typeof rawApiCall>

/** `caller` and `route` are complete, and `api` is the API of the call. The list has the newest 1,000 matches. */
export const listRawApiLogs = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/logs/raw-api',
  needs: 'LOGS_RAW_LOG',
  summary: 'All calls of the APIs, newest first: caller, route, status, time and sizes',
  query: listQuery(['at'], {
    caller: z.string().trim().max(100).optional(),
    route: z.string().trim().max(200).optional(),
    api: z.enum(['ota']).optional(),
    status: outcome,
    client_type: z.enum(clientTypes).optional(),
    after,
    created_start: instant,
    created_end: instant,
  }),
  response: rawApiCall,
  list: true,
})

export const proxyKinds = ['mail', 'carrier', 'webhook', 'sms'] as const
export type ProxyKind = (typeof proxyKinds)[number]

/** A call that the server made to another system. */
export const rawProxyCall = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(proxyKinds).nullable(),
  /** The host and the port. */
  host: z.string().nullable(),
  operation: z.string().nullable(),
  ok: z.boolean().nullable(),
  /** The answer without secrets and addresses of people. */
  answer: z.string().nullable(),
  ms: z.number().nullable(),
  request_bytes: z.number().nullable(),
  response_bytes: z.number().nullable(),
  left_out: z.number().nullable(),
})
export type RawProxyCall = z.infer<typeof rawProxyCall>

/** `host` is complete, with the port. The list has the newest 1,000 matches. */
export const listRawProxyLogs = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/logs/raw-proxy',
  needs: 'LOGS_RAW_LOG',
  summary: 'All calls of the server to other systems, newest first',
  query: listQuery(['at'], {
    kind: z.enum(proxyKinds).optional(),
    host: z.string().trim().max(300).optional(),
    status: outcome,
    after,
    created_start: instant,
    created_end: instant,
  }),
  response: rawProxyCall,
  list: true,
})

/** A message between server and card, with its commands in hex. `iccid` is null for a SIM that was deleted. */
export const rawOtaMessage = traceMessage.extend({ sim_id: z.number().nullable(), iccid: z.string().nullable(), hex: z.array(z.string()) })
export type RawOtaMessage = z.infer<typeof rawOtaMessage>

/** The messages by their code; 0 counts refused frames. `sw` is the status word of a command. The list has the newest 1,000 matches. */
export const listRawOtaServiceLogs = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/logs/raw-ota-service',
  needs: 'LOGS_RAW_LOG',
  summary: 'All messages between server and cards, newest first, with plain commands in hex and without key material',
  query: listQuery(['at'], {
    simId: z.coerce.number().int().positive().optional(),
    iccid: z.string().regex(simFields.iccid.pattern).optional(),
    sessionId: z
      .string()
      .regex(/^[0-9a-f]{8}$/)
      .optional(),
    code: z.coerce.number().int().min(0).max(7).optional(),
    direction: z.enum(messageDirections).optional(),
    sw: z
      .string()
      .regex(/^[0-9A-Fa-f]{4}$/)
      .optional(),
    after,
    created_start: instant,
    created_end: instant,
  }),
  response: rawOtaMessage,
  list: true,
})

/** The days for which raw logs are kept until the setting is made. */
export const defaultRawLogDays = 90
/** The number of days after which the recording of bodies ends at the latest. */
export const maxBodyDays = 7
