import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { callOnce } from '../../session/api/transport.ts'
import { Button } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { useForm } from '../../ui/form/use-form.ts'
import css from '../auth.module.css'
import { Problem } from '../AuthFrame.tsx'
import { newPasswordText } from '../password/new-password-text.ts'
import {
  checkNewPassword,
  newPasswordRefusals,
  NewPasswordFields,
  emptyNewPassword,
  usePasswordPolicy,
} from '../password/NewPasswordFields.tsx'
import { useNextStep } from '../sign-in-steps.ts'

interface FirstPasswordFormProps {
  /** Token of the link or of the challenge. */
  token: string
  email: string
  act: string
}

/** Form that sets the password for a link or a temporary password, and continues the sign-in. */
export function FirstPasswordForm({ token, email, act }: FirstPasswordFormProps) {
  const t = useText(newPasswordText)
  const policy = usePasswordPolicy()
  const continueSignIn = useNextStep()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    saved: emptyNewPassword,
    check: (values) => checkNewPassword(policy, values, t, t.mismatch),
    fieldOf: newPasswordRefusals,
    send: async ({ new_password }) => {
      setProblem(null)
      await continueSignIn(await callOnce(endpoints.confirmPassword, { body: { challengeToken: token, new_password } }))
    },
    failed: (error) => {
      const code = error instanceof CallError ? error.body?.code : undefined
      if (code === undefined || !(code in newPasswordRefusals)) setProblem(failureText(error))
    },
  })
  return (
    <form {...form.props}>
      <input className={css.unseen} type="email" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
      <NewPasswordFields password={form.text('new_password')} confirmation={form.text('confirmation')} about={[email]} />
      <Problem>{problem}</Problem>
      <Button type="submit" variant="primary" size="lg" fullWidth busy={form.busy} className={css.submit}>
        {act}
      </Button>
    </form>
  )
}
