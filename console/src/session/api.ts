import { CallError, createClient, needsSession } from '@simdeck/contract/client.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import { endSession } from './ending.ts'
import { renewAfterRefusal } from './renewal.ts'
import { transport } from './transport.ts'

const send = createClient({ ...transport, renew: renewAfterRefusal })

let onMfaRequired = (): void => undefined

/** What to do when a call was refused because the role has come to require multi-factor authentication. */
export function whenMfaRequired(act: () => void): void {
  onMfaRequired = act
}

/** The typed call, as the signed-in user. A 401 renews the tokens and tries once more; when that fails too, the session ends. */
export const call: typeof send = async (endpoint, input) => {
  try {
    return await send(endpoint, input)
  } catch (error) {
    if (error instanceof CallError && error.status === 401 && needsSession(endpoint)) endSession(error.body?.message)
    if (error instanceof CallError && error.body?.code === ('mfaRequired' satisfies ErrorCode)) onMfaRequired()
    throw error
  }
}
