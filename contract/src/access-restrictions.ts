import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(100)
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/)

/** An IP address or a range. The schema checks only its characters; the server parses it and returns it in canonical form. */
const range = z
  .string()
  .trim()
  .max(50)
  .regex(/^[0-9A-Fa-f:.]+(\/\d{1,3})?$/)

export const accessRestrictions = z.strictObject({
  /** Domains whose addresses may sign up and be invited. An empty list closes sign-up and allows every invitation. */
  domains: z.array(domain).max(100),
  /** Ranges (CIDR, IPv4 and IPv6) from which the console may be used. An empty list allows every address. */
  console_ranges: z.array(range).max(100),
  /** Ranges from which API IDs may be used. An empty list allows every address. */
  api_ranges: z.array(range).max(100),
})
export type AccessRestrictions = z.infer<typeof accessRestrictions>

export const getAccessRestrictions = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/access-restrictions',
  needs: 'SETTING_ACCESS_RESTRICTIONS',
  summary: 'The access restrictions: allowed e-mail domains and networks',
  response: accessRestrictions.extend({
    /** The address of this call. */
    your_address: z.string(),
  }),
})

export const putAccessRestrictions = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/access-restrictions',
  needs: 'SETTING_ACCESS_RESTRICTIONS',
  own: true,
  proof: true,
  action: 'settingUpdate',
  summary: 'Replace the access restrictions; rules that would exclude the caller are refused',
  body: accessRestrictions,
  response: accessRestrictions,
  errors: ['wouldShutOut', 'verificationRequired'],
})
