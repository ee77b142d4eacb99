import { CallError, createClient, needsSession } from '@simdeck/contract/client.ts'
import { endSession } from './ending.ts'
import { renewAfterRefusal } from './renewal.ts'
import { transport } from './transport.ts'

const send = createClient({ ...transport, renew: renewAfterRefusal })

/** The typed call, as the signed-in user. A 401 renews the tokens and tries once more; when that fails too, the session ends. */
export const call: typeof send = async (endpoint, input) => {
  try {
    return await send(endpoint, input)
  } catch (error) {
    if (error instanceof CallError && error.status === 401 && needsSession(endpoint)) endSession(error.body?.message)
    throw error
  }
}
