import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'

/** The platforms with a connector. */
export const connectorPlatforms = ['jasper', 'ntt'] as const

/**
 * Causes for which an account is not called for a while: `busy` (the carrier's limit of calls), `unauthorised` (user or API key),
 * `outOfReach` (an address that settings may not use), `unreachable` (no answer), `invalid` (an answer that is none of its API), `failing`
 * (an error of the carrier's server).
 */
export const connectorFailures = ['busy', 'unauthorised', 'outOfReach', 'unreachable', 'invalid', 'failing'] as const
export type ConnectorFailure = (typeof connectorFailures)[number]

/** An account at a carrier. No call returns its API key. */
export const connectorAccount = z.object({
  id: z.number(),
  platform: z.enum(connectorPlatforms),
  name: z.string(),
  /** The address before the path of the platform's API: `/rws/api/v1` (jasper), `/api/v1` (ntt). */
  baseUrl: z.string(),
  username: z.string(),
  callsPerSecond: z.number(),
  /** The cause of the last failure; null after an answer. */
  failure: z.enum(connectorFailures).nullable(),
  /** The account is not called until this time; null while it is called. */
  closedUntil: z.string().nullable(),
  lastOkAt: z.string().nullable(),
  /** Changes of the carrier are known up to this time; null until the first synchronisation has ended. */
  syncedTo: z.string().nullable(),
  /** Requested changes of status that the carrier has not answered yet. */
  waiting: z.number(),
})
export type ConnectorAccount = z.infer<typeof connectorAccount>

/** An address without user, query and fragment. */
const baseUrl = z
  .string()
  .max(300)
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username + url.password + url.search + url.hash === ''
  })
const fields = {
  name: line(100).min(1),
  baseUrl,
  username: z.string().regex(/^[\x21-\x39\x3b-\x7e]{1,100}$/),
  callsPerSecond: z.number().min(0.1).max(1000),
}
const apiKey = z.string().regex(/^[\x21-\x7e]{1,200}$/)
const id = z.strictObject({ id: z.coerce.number().int().positive() })

export const listConnectors = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/connectors',
  needs: 'SETTING_SIM',
  summary: 'The accounts at carriers, with their states',
  response: z.array(connectorAccount),
})

export const createConnector = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/connectors',
  needs: 'SETTING_SIM',
  own: true,
  action: 'settingAdd',
  summary: 'Add an account at a carrier',
  body: z.strictObject({ platform: z.enum(connectorPlatforms), ...fields, apiKey }),
  response: connectorAccount,
  errors: ['connectorNameTaken'],
})

/** Without `apiKey` the stored one stays. Another address or user requires it, so that the key is not sent to a stranger. */
export const updateConnector = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/connectors/{id}',
  needs: 'SETTING_SIM',
  own: true,
  action: 'settingUpdate',
  summary: 'Change an account at a carrier',
  params: id,
  body: z.strictObject({ ...fields, apiKey: apiKey.optional() }),
  response: connectorAccount,
  errors: ['connectorNotFound', 'connectorNameTaken', 'connectorKeyRequired'],
})

/** SIMs of a platform without an account change their status here only. */
export const deleteConnector = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/connectors/{id}',
  needs: 'SETTING_SIM',
  own: true,
  action: 'settingDelete',
  summary: 'Remove an account at a carrier',
  params: id,
  errors: ['connectorNotFound'],
})

export const testConnector = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/connectors/{id}/test',
  needs: 'SETTING_SIM',
  own: true,
  summary: 'Ask the carrier for one page of devices, to test the connection',
  params: id,
  response: z.object({ failure: z.enum(connectorFailures).nullable() }),
  errors: ['connectorNotFound'],
})
