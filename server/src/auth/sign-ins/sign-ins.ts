import { randomUUID } from 'node:crypto'
import type { Tokens } from '@simdeck/contract/auth.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { notify } from '../../platform/notifications/notify.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordEvent, type Origin } from '../history.ts'
import { type AccessTokens, hashSecret } from '../tokens.ts'
import { isNewPlace } from './new-place.ts'
import * as queries from './queries.ts'

/** Starts a sign-in after the member has passed every step. */
export async function startSignIn(trx: Db, tokens: AccessTokens, memberId: number, origin: Origin): Promise<Tokens> {
  const signInId = randomUUID()
  const refresh = tokens.newRefreshToken({ signInId, memberId })
  await queries.insertSignIn(trx, { id: signInId, memberId, refreshHash: refresh.hash, ...origin })
  const isNew = await isNewPlace(trx, memberId, origin.ip)
  await recordEvent(trx, memberId, 'succeeded', origin)
  if (isNew) await notify(trx, { kind: 'newSignIn', params: { ip: origin.ip }, ownerId: memberId })
  return { accessToken: await tokens.sign({ memberId, signInId }), refreshToken: refresh.secret }
}

/** Ends the member's sign-ins, except `keep`; returns the number that were open. */
export async function endSignIns(trx: Db, memberId: number, keep: string | null): Promise<number> {
  return queries.revokeSignIns(trx, memberId, keep)
}

/** Those of the sign-ins that have not ended and have an active member. */
export async function openSignIns(db: Db, signInIds: readonly string[]): Promise<Set<string>> {
  return new Set(await queries.selectOpenIds(db, signInIds))
}

/**
 * The error that names the reason why a sign-in has ended. Give it only to a caller with a genuine token of that sign-in. Older tokens do
 * not name the member: with them, a deleted account looks like an expired session.
 */
export async function endOfSignIn(db: Db, signInId: string, memberId: number | null): Promise<ApiError> {
  const { active, revoked } = await queries.selectEnd(db, signInId, memberId)
  if (active === false) return new ApiError('accountEnded')
  return new ApiError(revoked ? 'sessionEnded' : 'sessionExpired')
}

/** Records that the sign-in has just proved the identity of its member. */
export async function markVerified(db: Db, signInId: string): Promise<void> {
  await queries.markVerified(db, signInId)
}

/** Uses up the ticket of a websocket; null if it is unknown, used or older than 30 seconds. */
export async function takeTicket(db: Db, ticket: string): Promise<{ memberId: number; signInId: string } | null> {
  return queries.takeTicket(db, hashSecret(ticket))
}
