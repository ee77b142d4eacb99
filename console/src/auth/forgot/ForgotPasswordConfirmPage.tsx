import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { callOnce } from '../../session/api/transport.ts'
import { Button, TextButton } from '../../ui/form/Button.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import css from '../auth.module.css'
import { authText } from '../auth-text.ts'
import { AuthFrame, AuthLinks, Problem } from '../AuthFrame.tsx'
import { CodeField } from '../proof/CodeField.tsx'
import { checkEmail, EmailField } from '../EmailField.tsx'
import { forgotText } from './forgot-text.ts'
import { newPasswordText } from '../password/new-password-text.ts'
import {
  checkNewPassword,
  newPasswordRefusals,
  NewPasswordFields,
  emptyNewPassword,
  usePasswordPolicy,
} from '../password/NewPasswordFields.tsx'
import { useRedirectUri, useSignInSteps } from '../sign-in-steps.ts'

const codeLength = 8
const refusals = { ...newPasswordRefusals, otpIncorrectOrExpired: 'code' } as const

/** Page that sets a new password with the code from the mail. */
export function ForgotPasswordConfirmPage() {
  const t = useText(forgotText)
  const shared = useText(authText)
  const fieldTexts = useText(newPasswordText)
  const policy = usePasswordPolicy()
  const navigate = useNavigate()
  const search = useRedirectUri()
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const form = useForm({
    saved: { email: useSignInSteps.getState().email, code: '', ...emptyNewPassword },
    check: (values) => ({
      email: checkEmail(values.email, shared),
      code: values.code.length === codeLength ? null : t.codeWrong,
      ...checkNewPassword(policy, values, fieldTexts, fieldTexts.mismatch),
    }),
    fieldOf: refusals,
    send: async ({ email, code, new_password }) => {
      setProblem(null)
      await callOnce(endpoints.confirmPasswordReset, { body: { email: email.trim(), code, new_password } })
      useSignInSteps.setState({ email: email.trim() })
      toast.success(t.changed, t.signInAgain)
      await navigate({ to: '/login', search })
    },
    failed: (error) => {
      const code = error instanceof CallError ? error.body?.code : undefined
      if (code === undefined || !(code in refusals)) setProblem(failureText(error))
    },
  })

  async function sendAgain(): Promise<void> {
    if (checkEmail(form.values.email, shared)) return form.leave('email')
    setSending(true)
    try {
      await callOnce(endpoints.requestPasswordReset, { body: { email: form.values.email.trim() } })
      toast.success(t.sentAgain, t.sentWords)
    } catch (error) {
      toastFailure(t.notSent, error)
    } finally {
      setSending(false)
    }
  }

  return (
    <AuthFrame title={t.title} instruction={t.confirmWords}>
      <form {...form.props}>
        <FieldStack>
          <EmailField {...form.text('email')} />
          <CodeField
            size="md"
            label={t.code}
            description={t.codeWords}
            length={codeLength}
            autoFocus
            value={form.values.code}
            error={form.error('code')}
            onChange={(code) => form.set({ code })}
            onBlur={() => form.values.code !== '' && form.leave('code')}
          />
          <NewPasswordFields password={form.text('new_password')} confirmation={form.text('confirmation')} about={[form.values.email]} />
        </FieldStack>
        <Problem>{problem}</Problem>
        <Button type="submit" variant="primary" size="lg" fullWidth busy={form.busy} className={css.submit}>
          {t.change}
        </Button>
      </form>
      <AuthLinks>
        <span>{t.again}</span>
        <TextButton disabled={sending} onClick={() => void sendAgain()}>
          {t.sendAgain}
        </TextButton>
      </AuthLinks>
      <AuthLinks>
        <Link to="/login" search={search}>
          {shared.toLogin}
        </Link>
      </AuthLinks>
    </AuthFrame>
  )
}
