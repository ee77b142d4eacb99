import { TextInput } from '@mantine/core'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { callOnce } from '../../session/api/transport.ts'
import { useApplication } from '../../ui/frame/application.ts'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useText } from '../../ui/words/text.ts'
import { useForm } from '../../ui/form/use-form.ts'
import css from '../auth.module.css'
import { authText } from '../auth-text.ts'
import { AuthFrame, AuthLinks, Problem } from '../AuthFrame.tsx'
import { checkEmail, EmailField, emailRefusals } from '../EmailField.tsx'
import { registerText } from './register-text.ts'
import { useSignInSteps } from '../sign-in-steps.ts'

const longestName = 100

/** Sign-up page for e-mail addresses of allowed domains; without any allowed domain it shows that sign-up is closed. */
export function RegisterPage() {
  const t = useText(registerText)
  const shared = useText(authText)
  const { signUp } = useApplication()
  if (signUp) return <SignUp />
  return (
    <AuthFrame title={t.closedTitle} instruction={t.closedWords}>
      <LinkButton to="/login" size="lg" fullWidth>
        {shared.toLogin}
      </LinkButton>
    </AuthFrame>
  )
}

function SignUp() {
  const t = useText(registerText)
  const shared = useText(authText)
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    saved: { name: '', email: '' },
    check: ({ name, email }) => ({
      name: name.trim() === '' ? t.nameMissing : name.trim().length > longestName ? t.nameLong : null,
      email: checkEmail(email, shared),
    }),
    fieldOf: emailRefusals,
    send: async ({ name, email }) => {
      setProblem(null)
      await callOnce(endpoints.register, { body: { name: name.trim(), email: email.trim() } })
      useSignInSteps.setState({ email: email.trim() })
      await navigate({ to: '/account/register/success' })
    },
    failed: (error) => {
      const { code, fields = [] } = (error instanceof CallError && error.body) || {}
      if (code !== 'emailInvalid' && fields.length === 0) setProblem(failureText(error))
    },
  })
  return (
    <AuthFrame title={t.title} instruction={t.words}>
      <form {...form.props}>
        <FieldStack>
          <TextInput size="md" label={t.name} autoComplete="name" autoFocus errorProps={{ role: 'alert' }} {...form.text('name')} />
          <EmailField {...form.text('email')} />
        </FieldStack>
        <Problem>{problem}</Problem>
        <Button type="submit" variant="primary" size="lg" fullWidth busy={form.busy} className={css.submit}>
          {t.register}
        </Button>
      </form>
      <AuthLinks>
        <Link to="/login">{shared.toLogin}</Link>
      </AuthLinks>
    </AuthFrame>
  )
}
