import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { refreshMe } from '../../session/api/own-profile.ts'
import { session } from '../../session/session.ts'
import { callOnce } from '../../session/api/transport.ts'
import { Button } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { AuthFrame, Problem } from '../AuthFrame.tsx'
import { changePasswordText } from './change-password-text.ts'
import { useSignInSteps } from '../sign-in-steps.ts'

/** Confirms a new e-mail address by a button. Opening the link alone changes nothing, because mail programs open links by themselves. */
export function ConfirmEmailChange({ token, email }: { token: string; email: string }) {
  const t = useText(changePasswordText)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function change(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const changed = await callOnce(endpoints.confirmEmailChange, { body: { challengeToken: token } })
      if (session().phase === 'signedIn') {
        toast.success(t.emailChanged)
        refreshMe()
        await navigate({ to: '/personal/setting' })
      } else {
        toast.success(t.emailChanged, t.signInAgain)
        useSignInSteps.setState({ email: changed.email })
        await navigate({ to: '/login' })
      }
    } catch (error) {
      setBusy(false)
      setProblem(failureText(error))
    }
  }

  return (
    <AuthFrame title={t.emailTitle} instruction={t.emailWords(email)}>
      <Button variant="primary" size="lg" fullWidth busy={busy} onClick={() => void change()}>
        {t.emailChange}
      </Button>
      <Problem>{problem}</Problem>
    </AuthFrame>
  )
}
