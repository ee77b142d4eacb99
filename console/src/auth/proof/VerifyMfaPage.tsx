import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { takeTokens } from '../../session/start.ts'
import { callOnce } from '../../session/api/transport.ts'
import { Button } from '../../ui/form/Button.tsx'
import { defineText, useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import css from '../auth.module.css'
import { authText } from '../auth-text.ts'
import { AuthFrame, AuthLinks, Problem } from '../AuthFrame.tsx'
import {
  checkSecondFactor,
  emptySecondFactor,
  SecondFactorFields,
  secondFactorOf,
  secondFactorRefusals,
  secondFactorText,
} from './SecondFactorFields.tsx'
import { useRedirectUri, useSignInSteps } from '../sign-in-steps.ts'

const text = defineText({
  title: { ja: '多要素認証', en: 'Multi-factor authentication' },
  words: { ja: 'ログインを完了するには、認証コードを入力してください。', en: 'Enter your authentication code to finish signing in.' },
  verify: { ja: '認証', en: 'Verify' },
})

/** Page that completes a sign-in with the second factor. */
export function VerifyMfaPage() {
  const t = useText(text)
  const factorText = useText(secondFactorText)
  const shared = useText(authText)
  const navigate = useNavigate()
  const search = useRedirectUri()
  const [problem, setProblem] = useState<string | null>(null)

  function failed(error: unknown): void {
    const code = error instanceof CallError ? error.body?.code : undefined
    if (code !== undefined && code in secondFactorRefusals) return
    if (code !== 'otpIncorrectOrExpired') return setProblem(failureText(error))
    toast.error(failureText(error))
    void navigate({ to: '/login', search })
  }

  const form = useForm({
    saved: emptySecondFactor,
    check: (values) => checkSecondFactor(values, factorText),
    fieldOf: secondFactorRefusals,
    send: async (values) => {
      setProblem(null)
      const challengeToken = useSignInSteps.getState().mfaToken ?? ''
      await takeTokens(await callOnce(endpoints.verifyOtp, { body: { challengeToken, ...secondFactorOf(values) } }))
      useSignInSteps.setState({ mfaToken: null })
    },
    failed,
  })
  return (
    <AuthFrame title={t.title} instruction={t.words}>
      <form {...form.props}>
        <SecondFactorFields form={form} />
        <Problem>{problem}</Problem>
        <Button type="submit" variant="primary" size="lg" fullWidth busy={form.busy} className={css.submit}>
          {t.verify}
        </Button>
      </form>
      <AuthLinks>
        <Link to="/login" search={search}>
          {shared.toLogin}
        </Link>
      </AuthLinks>
    </AuthFrame>
  )
}
