import { type Caller, signedIn } from '../../platform/http/handler.ts'
import type { Asker } from '../fleet-index/question-queue.ts'

/** The caller as one who asks the fleet index: all requests of a member or an API ID are of one asker. */
export function askerOf(call: { caller: Caller | null; gone: AbortSignal }): Asker {
  const caller = signedIn(call)
  return { key: caller.kind === 'member' ? `member ${caller.memberId}` : `api ${caller.credentialId}`, gone: call.gone }
}
