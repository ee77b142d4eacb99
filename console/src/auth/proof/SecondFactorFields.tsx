import { TextInput } from '@mantine/core'
import type { SecondFactor } from '@simdeck/contract/auth.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import { TextButton } from '../../ui/form/Button.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import type { Translations } from '../../ui/words/text.ts'
import { defineText, useText } from '../../ui/words/text.ts'
import type { Form } from '../../ui/form/use-form.ts'
import css from '../auth.module.css'
import { CodeField } from './CodeField.tsx'

export const secondFactorText = defineText({
  code: { ja: '認証コード', en: 'Authentication code' },
  codeWords: { ja: '認証アプリに表示されている6桁の数字', en: 'The six digits in your authenticator app' },
  codeWrong: { ja: '認証コードは6桁の数字です', en: 'An authentication code has six digits' },
  recoveryCode: { ja: 'リカバリーコード', en: 'Recovery code' },
  recoveryWords: { ja: '保管しているコードの1つ。一度だけ使用できます', en: 'One of the codes you kept; each works once' },
  recoveryMissing: { ja: 'リカバリーコードを入力してください', en: 'Enter a recovery code' },
  useRecovery: { ja: 'リカバリーコードを使用', en: 'Use a recovery code' },
  useCode: { ja: '認証アプリを使用', en: 'Use the authenticator app' },
})

/** Values of a form for the second factor. `code` is a code of the authenticator app or, with `byRecovery`, a recovery code. */
export interface SecondFactorValues {
  byRecovery: boolean
  code: string
}
export const emptySecondFactor: SecondFactorValues = { byRecovery: false, code: '' }
const longestRecoveryCode = 20

export function checkSecondFactor(
  { byRecovery, code }: SecondFactorValues,
  t: Translations<typeof secondFactorText>,
): { code: string | null } {
  if (byRecovery) return { code: code.trim() === '' ? t.recoveryMissing : null }
  return { code: code.length === 6 ? null : t.codeWrong }
}

/** The second factor as the API expects it. */
export function secondFactorOf({ byRecovery, code }: SecondFactorValues): SecondFactor {
  return byRecovery ? { recoveryCode: code.trim() } : { code }
}

/** Field that shows the error, by the error code of a refused second factor. */
export const secondFactorRefusals = { incorrectCode: 'code', invalidOtpCode: 'code' } as const satisfies Partial<Record<ErrorCode, 'code'>>

/** Field for the six digits of the authenticator app, or for a recovery code. The sixth digit submits the form. */
export function SecondFactorFields({ form, size = 'md' }: { form: Form<SecondFactorValues>; size?: 'sm' | 'md' }) {
  const t = useText(secondFactorText)
  const { byRecovery } = form.values
  const toggle = (): void => {
    // An error of one kind of code does not apply to the other.
    form.restart()
    form.set({ byRecovery: !byRecovery, code: '' })
  }
  return (
    <FieldStack>
      {byRecovery ? (
        <TextInput
          key="recovery"
          size={size}
          label={t.recoveryCode}
          description={t.recoveryWords}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          maxLength={longestRecoveryCode}
          errorProps={{ role: 'alert' }}
          {...form.text('code')}
        />
      ) : (
        <CodeField
          key="code"
          size={size}
          label={t.code}
          description={t.codeWords}
          length={6}
          sends
          autoFocus
          data-autofocus
          value={form.values.code}
          error={form.error('code')}
          onChange={(code) => form.set({ code })}
        />
      )}
      <TextButton className={css.switch} onClick={toggle}>
        {byRecovery ? t.useCode : t.useRecovery}
      </TextButton>
    </FieldStack>
  )
}
