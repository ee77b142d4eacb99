import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { CallError, createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { RoleName } from '@simdeck/contract/permissions.ts'
import { Sealer } from '../platform/crypto/seal.ts'
import type { TestCall, TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import { makeAccount } from './first-member.ts'

/** A signed-in member with a known password. */
export type TestMember = { call: TestCall; email: string; password: string; id: number; accessToken: string; refreshToken: string }

export const clientOf = (server: TestServer, accessToken: string | null, language: Language = 'en'): TestCall =>
  createClient({
    baseUrl: (api) => server.url + basePaths[api],
    headers: () => ({ 'accept-language': language, ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }) }),
  })

export async function makeMember(server: TestServer, role: RoleName = 'ADMIN', language: Language = 'en'): Promise<TestMember> {
  const email = `${role.toLowerCase()}-${randomBytes(4).toString('hex')}@example.com`
  const { password } = await makeAccount(server.db, { email, name: 'Taro Unyo', role })
  const tokens = tokensOf(await server.anonymous(endpoints.login, { body: { email, password } }))
  const call = clientOf(server, tokens.accessToken, language)
  const { id } = await call(endpoints.check, {})
  return { ...tokens, call, email, password, id }
}

/** The error answer of a call; throws if the call succeeds. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; code: string; message: string; fields?: unknown }> {
  try {
    await call
  } catch (error) {
    if (error instanceof CallError && error.body) return { status: error.status, ...error.body }
    throw error
  }
  throw new Error('the call was not refused')
}

/** "ok", or the error code of the answer. */
export const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: CallError) => error.body?.code ?? String(error.status),
  )

const stepMs = 30_000

/** The code of an authenticator app, `steps` time steps after now (before now if negative). */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * stepMs })

/** Enables multi-factor authentication; the code that confirms it stays usable. */
export async function enableMfa(server: TestServer, { call, id }: TestMember): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await call(endpoints.generateMfaQr, {})
  const { recoveryCodes } = await call(endpoints.verifyOwnOtp, { body: { code: codeOf(secret) } })
  if (!recoveryCodes) throw new Error('the answer has no recovery codes')
  await forgetStep(server, id)
  return { secret, recoveryCodes }
}

/** Makes every code of the current time step usable again. */
export async function forgetStep(server: TestServer, memberId: number): Promise<void> {
  await server.db.updateTable('members').set({ mfa_last_step: 0 }).where('id', '=', memberId).execute()
}

/** The challenge token for the second step of a sign-in. */
export async function mfaChallenge(server: TestServer, { email, password }: { email: string; password: string }): Promise<string> {
  const answer = await server.anonymous(endpoints.login, { body: { email, password } })
  if (!('challenge' in answer) || answer.challenge !== 'SOFTWARE_TOKEN_MFA') throw new Error('the sign-in asks for no code')
  return answer.challengeToken
}

export type TestMail = { subject: string; body: string }

/** The mails to that address in the outbox, oldest first; waits until there are `count` of them. */
export async function mailsTo(server: TestServer, address: string, count = 1): Promise<TestMail[]> {
  const sealer = new Sealer(server.masterKey)
  return until(async () => {
    const rows = await server.db.selectFrom('mails').selectAll().where('recipient', '=', address).orderBy('id').execute()
    if (rows.length < count || rows.some(({ body }) => !body)) return null
    return rows.map(({ id, subject, body }) => ({
      subject,
      body: Buffer.from(sealer.open(body ?? Buffer.alloc(0), { table: 'mails', row: String(id), column: 'body' })).toString('utf8'),
    }))
  })
}

/** The reset code, or the token of the link, in the newest mail. */
export const codeIn = (mails: readonly TestMail[]): string => /\b\d{8}\b/.exec(mails.at(-1)?.body ?? '')?.[0] ?? ''
export const tokenIn = (mails: readonly TestMail[]): string => /\/change-password\/([\w-]+)/.exec(mails.at(-1)?.body ?? '')?.[1] ?? ''

/** Moves the last proof of identity of the member's sign-ins 11 minutes into the past. */
export async function forgetProof(server: TestServer, memberId: number): Promise<void> {
  await server.db
    .updateTable('sign_ins')
    .set({ verified_at: new Date(Date.now() - 11 * 60_000) })
    .where('member_id', '=', memberId)
    .execute()
}
