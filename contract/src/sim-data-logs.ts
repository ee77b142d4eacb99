import { z } from 'zod'
import { connectorFailures } from './connectors.ts'
import { endpoint } from './endpoint.ts'

/** A refresh from the carrier. `notFound`: no account has the SIM. */
export const simDataLog = z.object({
  id: z.number(),
  simId: z.number(),
  user_name: z.string(),
  /** Null for an API ID. */
  user_email: z.string().nullable(),
  created_at: z.string(),
  isSuccess: z.boolean(),
  failure: z.enum([...connectorFailures, 'notFound']).nullable(),
})
export type SimDataLog = z.infer<typeof simDataLog>

const simId = z.strictObject({ id: z.coerce.number().int().positive() })

/** A carrier without an answer is no error of the call: the row of the data log tells the cause. */
export const refreshSim = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/{id}/refresh',
  needs: 'SIM_UPDATE',
  summary: 'Read the status of one SIM from its carrier',
  params: simId,
  response: simDataLog,
  errors: ['simNotFound', 'noConnector'],
})

export const listSimDataLogs = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/data-log',
  needs: 'signedIn',
  summary: 'The last 20 refreshes of a SIM from its carrier, newest first',
  params: simId,
  response: z.array(simDataLog),
  errors: ['simNotFound'],
})
