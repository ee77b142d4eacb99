import { CallError, createClient, needsSession } from '@simdeck/contract/client.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import { endSession } from '../ending.ts'
import { fetchAuthorized } from '../not-authorized.ts'
import { renewAfterRefusal } from './renewal.ts'
import { transport } from './transport.ts'

/** Authorization headers that the server has refused in this tab. */
const refused = new Set<string>()

const send = createClient({
  ...transport,
  fetch: async (input, init) => {
    const response = await fetchAuthorized(input, init)
    if (response.status === 401) refused.add(new Headers(init?.headers).get('authorization') ?? '')
    return response
  },
  // A call that was sent with an older token is repeated with the current one, without another renewal.
  renew: async () => !refused.has(transport.headers()['authorization'] ?? '') || renewAfterRefusal(),
})

let onMfaRequired = (): void => undefined

/** Sets the function that runs when a call is refused because the role now requires multi-factor authentication. */
export function whenMfaRequired(act: () => void): void {
  onMfaRequired = act
}

/**
 * Typed API call of the signed-in user. After a 401 it renews the tokens and repeats the call once. If that fails too, the session
 * ends.
 */
export const call: typeof send = async (endpoint, input) => {
  try {
    return await send(endpoint, input)
  } catch (error) {
    if (error instanceof CallError && error.status === 401 && needsSession(endpoint)) endSession(error.body)
    if (error instanceof CallError && error.body?.code === ('mfaRequired' satisfies ErrorCode)) onMfaRequired()
    throw error
  }
}
