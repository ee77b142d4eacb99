import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeIn, codeOf, enableMfa, forgetStep, mailsTo, outcomeOf } from '../auth/testing.ts'
import { failed, SecurityLogOfTest } from './security-log.fixture.ts'

const log = new SecurityLogOfTest()
const fresh = 'Kx7mQp2!vRtw'

log.tests([
  {
    event: 'signIn',
    title: 'a sign-in',
    act: (member) => log.login(member),
    row: ({ email }) => ({ outcome: 'success', detail: null, member: email }),
  },
  {
    event: 'signIn',
    title: 'a wrong password',
    act: ({ email }) => log.login({ email: email.toUpperCase(), password: 'wrong' }),
    row: ({ email }) => failed('incorrectCredentials', { member: email }),
  },
  {
    event: 'signIn',
    title: 'a wrong password for an address without a member, which the row does not contain',
    act: () => log.login({ email: 'nobody@example.com', password: 'wrong' }),
    row: () => failed('incorrectCredentials', { member: null }),
  },
  {
    event: 'locked',
    title: 'a lock',
    act: async ({ email }) => {
      for (let time = 0; time < 10; time++) await log.login({ email, password: 'wrong' })
    },
    row: ({ email }) => ({ outcome: 'failure', member: email }),
  },
  {
    event: 'unlocked',
    title: 'the end of a lock',
    act: ({ email }) => log.root.call(endpoints.unlockMember, { params: { email } }),
    row: ({ email }) => log.byRoot({ target: email }),
  },
  {
    event: 'signInStep',
    title: 'a right password that a second factor must follow',
    act: async (member) => {
      await enableMfa(log.server, member)
      await log.login(member)
    },
    row: ({ email }) => ({ outcome: 'success', detail: 'SOFTWARE_TOKEN_MFA', member: email }),
  },
  {
    event: 'mfaCode',
    title: 'a wrong second factor of a sign-in',
    act: async (member) => {
      await enableMfa(log.server, member)
      const { email, password } = member
      const answer = await log.server.anonymous(endpoints.login, { body: { email, password } })
      if (!('challengeToken' in answer)) throw new Error('the sign-in asks for no second factor')
      await outcomeOf(
        log.server.anonymous(endpoints.verifyOtp, { body: { challengeToken: answer.challengeToken, recoveryCode: 'xxxxx-xxxxx' } }),
      )
    },
    row: ({ email }) => failed('incorrectCode', { member: email }),
  },
  {
    event: 'mfaCode',
    title: 'a wrong code of a signed-in member',
    act: async (member) => {
      await enableMfa(log.server, member)
      await outcomeOf(member.call(endpoints.verifyOwnOtp, { body: { recoveryCode: 'xxxxx-xxxxx' } }))
    },
    row: ({ email }) => failed('invalidOtpCode', { member: email }),
  },
  { event: 'mfaEnabled', title: 'MFA set up', act: (member) => enableMfa(log.server, member), row: ({ email }) => ({ member: email }) },
  {
    event: 'proof',
    title: 'a proof with a code',
    act: async (member) => {
      const { secret } = await enableMfa(log.server, member)
      await forgetStep(log.server, member.id)
      await member.call(endpoints.verifyOwnOtp, { body: { code: codeOf(secret) } })
    },
    row: ({ email }) => ({ outcome: 'success', member: email }),
  },
  {
    event: 'mfaReset',
    title: 'MFA reset by an administrator',
    act: async (member) => {
      await enableMfa(log.server, member)
      await log.root.call(endpoints.resetMemberMfa, { params: { email: member.email } })
    },
    row: ({ email }) => log.byRoot({ target: email }),
  },
  {
    event: 'mfaDisabled',
    title: 'MFA disabled by its owner',
    act: async (member) => {
      await enableMfa(log.server, member)
      await member.call(endpoints.resetMfa, {})
    },
    row: ({ email }) => ({ member: email }),
  },
  {
    event: 'recoveryCodesRenewed',
    title: 'new recovery codes',
    act: async (member) => {
      await enableMfa(log.server, member)
      await member.call(endpoints.renewRecoveryCodes, {})
    },
    row: ({ email }) => ({ member: email }),
  },
  {
    event: 'proof',
    title: 'a wrong password of a signed-in member',
    act: ({ call }) => outcomeOf(call(endpoints.confirmItsMe, { body: { password: 'wrong' } })),
    row: ({ email }) => failed('invalidPassword', { member: email }),
  },
  {
    event: 'passwordResetAsked',
    title: 'a requested password reset',
    act: ({ email }) => log.server.anonymous(endpoints.requestPasswordReset, { body: { email } }),
    row: ({ email }) => ({ outcome: 'success', member: email }),
  },
  {
    event: 'passwordReset',
    title: 'a wrong reset code',
    act: ({ email }) =>
      outcomeOf(log.server.anonymous(endpoints.confirmPasswordReset, { body: { email, code: '00000000', new_password: fresh } })),
    row: ({ email }) => failed('otpIncorrectOrExpired', { member: email }),
  },
  {
    event: 'passwordReset',
    title: 'a completed password reset',
    act: async ({ email }) => {
      await log.server.anonymous(endpoints.requestPasswordReset, { body: { email } })
      const code = codeIn(await mailsTo(log.server, email))
      await log.server.anonymous(endpoints.confirmPasswordReset, { body: { email, code, new_password: fresh } })
    },
    row: ({ email }) => ({ outcome: 'success', member: email }),
  },
  {
    event: 'passwordChanged',
    title: 'a password changed',
    act: ({ call, password }) => call(endpoints.changePassword, { body: { old_password: password, new_password: fresh } }),
    row: ({ email }) => ({ outcome: 'success', member: email }),
  },
  {
    event: 'linkRefused',
    title: 'an invalid link',
    act: () => outcomeOf(log.server.anonymous(endpoints.checkLink, { body: { challengeToken: 'x' } })),
    row: () => failed('linkInvalid', { member: null }),
  },
  { event: 'signOut', title: 'a sign-out', act: ({ call }) => call(endpoints.logout, {}), row: ({ email }) => ({ member: email }) },
  {
    event: 'signInsEnded',
    title: 'other sign-ins ended',
    act: ({ call }) => call(endpoints.endOtherSignIns, {}),
    row: ({ email }) => ({ member: email }),
  },
  {
    event: 'signInsEnded',
    title: 'the sign-ins of a member ended by an administrator',
    act: ({ email }) => log.root.call(endpoints.endMemberSignIns, { params: { email } }),
    row: ({ email }) => log.byRoot({ target: email }),
  },
  {
    event: 'refreshTokenReused',
    title: 'a refresh token used again',
    act: async ({ refreshToken }) => {
      const renew = (token: string) => log.server.anonymous(endpoints.refreshToken, { body: { refresh_token: token } })
      const second = await renew(refreshToken)
      await renew((await renew(second.refreshToken)).refreshToken)
      await outcomeOf(renew(refreshToken))
    },
    row: ({ email }) => failed('sessionEnded', { member: email }),
  },
])
