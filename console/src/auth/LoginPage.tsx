import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isEmail } from '@simdeck/contract/email.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '../session/api/failure.ts'
import { useSession } from '../session/session.ts'
import { callOnce } from '../session/api/transport.ts'
import { useApplication } from '../ui/frame/application.ts'
import { Button } from '../ui/form/Button.tsx'
import { FieldStack, WithAside } from '../ui/form/Fields.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { useText } from '../ui/words/text.ts'
import css from './auth.module.css'
import { authText } from './auth-text.ts'
import { AuthFrame, AuthLinks } from './AuthFrame.tsx'
import { loginText } from './login-text.ts'
import { PasswordField } from './password/PasswordField.tsx'
import { useNextStep, useRedirectUri, useSignInSteps } from './sign-in-steps.ts'
import { whyEnded, whyEndedText } from './why-ended-text.ts'

const longestPassword = 64

/** Login page; continues with the console or with the next step of the sign-in. */
export function LoginPage() {
  const t = useText(loginText)
  const shared = useText(authText)
  const ended = useText(whyEndedText)
  const { name, signUp } = useApplication()
  const continueSignIn = useNextStep()
  const search = useRedirectUri()
  const why = useSession(({ now }) => (now.phase === 'signedOut' ? now.why : null))
  const [busy, setBusy] = useState(false)

  const form = useForm({
    mode: 'controlled',
    initialValues: { email: useSignInSteps.getState().email, password: '' },
    clearInputErrorOnChange: true,
    validate: {
      email: (value) => (value.trim() === '' ? shared.emailMissing : isEmail(value) ? null : shared.emailWrong),
      password: (value) => (value === '' ? t.passwordMissing : value.length > longestPassword ? t.passwordLong : null),
    },
  })
  const focus = (path: string): void => form.getInputNode(path)?.focus()
  const rememberEmail = (): void => useSignInSteps.setState({ email: form.values.email.trim() })

  async function submit({ email, password }: typeof form.values): Promise<void> {
    setBusy(true)
    rememberEmail()
    try {
      await continueSignIn(await callOnce(endpoints.login, { body: { email: email.trim(), password } }))
    } catch (error) {
      setBusy(false)
      form.setFieldError('password', failureText(error))
      focus('password')
    }
  }

  return (
    <AuthFrame title={t.title} heading={name} instruction={t.withAccount}>
      {why !== null && (
        <div className={css.why} role="status">
          <Note>{whyEnded(why, ended)}</Note>
        </div>
      )}
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => void submit(values),
          (errors) => focus('email' in errors ? 'email' : 'password'),
        )}
      >
        <FieldStack>
          <TextInput
            size="md"
            type="email"
            label={shared.email}
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
            onBlur={() => form.values.email !== '' && form.validateField('email')}
          />
          <WithAside
            aside={
              <Link to="/forgot-password" search={search} onClick={rememberEmail}>
                {shared.forgot}
              </Link>
            }
          >
            <PasswordField size="md" label={t.password} autoComplete="current-password" {...form.getInputProps('password')} />
          </WithAside>
        </FieldStack>
        <Button type="submit" variant="primary" size="lg" fullWidth busy={busy} className={css.submit}>
          {t.title}
        </Button>
      </form>
      {signUp && (
        <AuthLinks>
          <span>{t.newHere}</span>
          <Link to="/register" search={search}>
            {t.register}
          </Link>
        </AuthLinks>
      )}
    </AuthFrame>
  )
}
