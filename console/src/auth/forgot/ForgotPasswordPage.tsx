import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { callOnce } from '../../session/api/transport.ts'
import { Button } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { useForm } from '../../ui/form/use-form.ts'
import css from '../auth.module.css'
import { authText } from '../auth-text.ts'
import { AuthFrame, AuthLinks, Problem } from '../AuthFrame.tsx'
import { checkEmail, EmailField } from '../EmailField.tsx'
import { forgotText } from './forgot-text.ts'
import { useRedirectUri, useSignInSteps } from '../sign-in-steps.ts'

/** Page that requests a code for a password reset. It behaves the same for unknown addresses. */
export function ForgotPasswordPage() {
  const t = useText(forgotText)
  const shared = useText(authText)
  const navigate = useNavigate()
  const search = useRedirectUri()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    saved: { email: useSignInSteps.getState().email },
    check: ({ email }) => ({ email: checkEmail(email, shared) }),
    send: async ({ email }) => {
      setProblem(null)
      useSignInSteps.setState({ email: email.trim() })
      await callOnce(endpoints.requestPasswordReset, { body: { email: email.trim() } })
      await navigate({ to: '/forgot-password-confirm', search })
    },
    failed: (error) => setProblem(failureText(error)),
  })
  return (
    <AuthFrame title={t.title} instruction={t.words}>
      <form {...form.props}>
        <EmailField autoFocus {...form.text('email')} />
        <Problem>{problem}</Problem>
        <Button type="submit" variant="primary" size="lg" fullWidth busy={form.busy} className={css.submit}>
          {t.send}
        </Button>
      </form>
      <AuthLinks>
        <Link to="/login" search={search}>
          {shared.toLogin}
        </Link>
        <Link to="/forgot-password-confirm" search={search}>
          {t.haveCode}
        </Link>
      </AuthLinks>
    </AuthFrame>
  )
}
