import QRCode from 'qrcode'
import { ApiError } from '@simdeck/contract/errors.ts'
import { type Handlers, memberOf } from '../../platform/http/handler.ts'
import { applicationName } from '../../settings/settings.ts'
import { recordEvent } from '../history.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { markVerified } from '../sign-ins/sign-ins.ts'

export function mfaRoutes({
  db,
  attemptLimiter,
  secondFactor,
  publish,
}: AuthDependencies): Handlers<'generateMfaQr' | 'verifyOwnOtp' | 'resetMfa' | 'renewRecoveryCodes'> {
  return {
    async generateMfaQr(call) {
      const caller = memberOf(call)
      if (caller.mfaEnabled) throw new ApiError('mfaAlreadyEnabled')
      const begun = await secondFactor.begin(db, caller.memberId, { issuer: await applicationName(db), label: caller.email })
      if (!begun) throw new ApiError('mfaAlreadyEnabled')
      return { ...begun, qr: await QRCode.toDataURL(begun.url, { scale: 5 }) }
    },

    async verifyOwnOtp(call) {
      const caller = memberOf(call)
      const { memberId, email, signInId } = caller
      const enabling = await secondFactor.isPending(db, memberId)
      if (!enabling && !caller.mfaEnabled) throw new ApiError('mfaNotStarted')
      const codes = await attemptLimiter.limit({ address: email, ip: call.ip }, async ({ last }) => {
        const proof = await db.transaction().execute(async (trx) => {
          const recoveryCodes = enabling ? await secondFactor.enable(trx, memberId, call.body) : null
          if (enabling ? !recoveryCodes : !(await secondFactor.use(trx, memberId, call.body))) return null
          if (enabling) await recordEvent(trx, memberId, 'mfaEnabled', call)
          await markVerified(trx, signInId)
          await call.audit(trx)
          return { recoveryCodes }
        })
        if (proof) return proof.recoveryCodes
        await recordEvent(db, memberId, 'wrongCode', call)
        if (last) await recordEvent(db, memberId, 'locked', call)
        throw new ApiError('invalidOtpCode')
      })
      publish({ people: [memberId] })
      return { enabled: true, recoveryCodes: codes }
    },

    async resetMfa(call) {
      const caller = memberOf(call)
      if (!caller.mfaEnabled) throw new ApiError('mfaNotEnabled')
      await db.transaction().execute(async (trx) => {
        await secondFactor.disable(trx, caller.memberId)
        await recordEvent(trx, caller.memberId, 'mfaDisabled', call)
        await call.audit(trx)
      })
      publish({ people: [caller.memberId] })
    },

    async renewRecoveryCodes(call) {
      const caller = memberOf(call)
      if (!caller.mfaEnabled) throw new ApiError('mfaNotEnabled')
      const recoveryCodes = await db.transaction().execute(async (trx) => {
        const codes = await secondFactor.renewRecoveryCodes(trx, caller.memberId)
        await call.audit(trx)
        return codes
      })
      publish({ people: [caller.memberId] })
      return { recoveryCodes }
    },
  }
}
