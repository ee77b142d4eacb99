import { TOTP, Secret } from 'otpauth'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ErrorBody } from '@simdeck/contract/errors.ts'
import type { OutboxMail } from '@simdeck/contract/mail.ts'
import type { Member } from '@simdeck/contract/members.ts'
import type { TestCall } from './server.ts'

/** The failure of a call; status 200 if it succeeds. */
export async function failure(call: Promise<unknown>): Promise<Partial<ErrorBody> & { status: number }> {
  try {
    await call
    return { status: 200 }
  } catch (error) {
    if (error instanceof CallError) return { ...error.body, status: error.status }
    throw error
  }
}

export const codeOf = async (call: Promise<unknown>): Promise<string> => (await failure(call)).code ?? 'answered'

/** The member with that address, as in the list. */
export async function memberByEmail(call: TestCall, email: string): Promise<Member> {
  const { data } = await call(endpoints.listMembers, { query: { email } })
  const found = data.find((member) => member.email.toLowerCase() === email.toLowerCase())
  if (!found) throw new Error('there is no such member')
  return found
}

/** The mails to that address in the outbox, newest first. */
export async function mailsTo(root: TestCall, to: string): Promise<OutboxMail[]> {
  return (await root(endpoints.listMailOutbox, { query: { to } })).data
}

/** The temporary password and the token of the link in an invitation. */
export function invitationIn({ body }: { body: string | null }): { password: string; token: string } {
  const [, password = ''] = /(?:Temporary password: |仮パスワード：)(\S+)/.exec(body ?? '') ?? []
  const [, token = ''] = /\/change-password\/(\S+)/.exec(body ?? '') ?? []
  if (!password || !token) throw new Error(`no invitation: ${body}`)
  return { password, token }
}

/** Enables multi-factor authentication; returns the authenticator app. */
export async function enableMfa(call: TestCall): Promise<TOTP> {
  const { secret } = await call(endpoints.generateMfaQr, {})
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await call(endpoints.verifyOwnOtp, { body: { code: app.generate() } })
  return app
}
