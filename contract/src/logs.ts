import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { traceMessage } from './traces.ts'

/** Logs show and download at most this many rows. */
export const logRowCap = 1000

export const listRawOtaServiceLogs = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/logs/raw-ota-service',
  needs: 'LOGS_RAW_LOG',
  summary: 'Every message between server and cards, newest first, with the plain commands in hex and key material removed',
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
