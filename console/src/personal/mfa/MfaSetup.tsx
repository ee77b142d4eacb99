import type { endpoints as all } from '@simdeck/contract/endpoints.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import { CodeField } from '../../auth/proof/CodeField.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Copyable } from '../../ui/value/Copyable.tsx'
import { useText } from '../../ui/words/text.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { mfaText } from './mfa-text.ts'
import css from '../personal.module.css'

export type PendingMfa = ResponseOf<(typeof all)['generateMfaQr']>

const groupsOfFour = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

interface MfaSetupProps {
  pending: PendingMfa
  /** Called with the recovery codes after multi-factor authentication is enabled. */
  onEnabled: (recoveryCodes: readonly string[]) => void
  onCancel?: () => void
}

/** Set-up of multi-factor authentication: the QR code, and a field for a code of the authenticator app. */
export function MfaSetup({ pending, onEnabled, onCancel }: MfaSetupProps) {
  const t = useText(mfaText)
  const form = useForm({
    saved: { code: '' },
    check: ({ code }) => ({ code: code.length === 6 ? null : t.codeWrong }),
    fieldOf: { invalidOtpCode: 'code' },
    send: async ({ code }) => {
      const { recoveryCodes } = await call(endpoints.verifyOwnOtp, { body: { code } })
      onEnabled(recoveryCodes ?? [])
    },
    failed: (error) => toastFailure(t.notEnabled, error),
  })
  return (
    <form className={css.block} {...form.props}>
      <p className={css.words}>{t.scan}</p>
      <img className={css.qr} src={pending.qr} alt={t.qr} width={200} height={200} />
      <div className={css.words}>
        {t.byHand}
        <div className={css.secret}>
          <Copyable value={pending.secret} name={t.key}>
            {groupsOfFour(pending.secret)}
          </Copyable>
        </div>
      </div>
      <CodeField
        label={t.code}
        description={t.codeWords}
        length={6}
        sends
        autoFocus
        value={form.values.code}
        error={form.error('code')}
        onChange={(code) => form.set({ code })}
      />
      <div className={css.actions}>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t.enable}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t.cancel}</Button>}
      </div>
    </form>
  )
}
