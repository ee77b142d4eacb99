import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isEmail } from '@simdeck/contract/email.ts'
import { useEffect, useState } from 'react'
import { BareFrame } from '../frame/BareFrame.tsx'
import { LogoMark } from '../frame/Logo.tsx'
import { failureText } from '../session/failure.ts'
import { refreshBeforeSignIn, signIn } from '../session/start.ts'
import { useApplication } from '../ui/application.ts'
import { Button } from '../ui/Button.tsx'
import { FieldStack } from '../ui/Fields.tsx'
import { useText } from '../ui/text.ts'
import css from './login.module.css'
import { text } from './text.ts'

const longestPassword = 64
const refreshMs = 60_000

/** Signs in; where to go then is the route guard's matter. */
export function LoginPage() {
  const t = useText(text)
  const { name, logoUrl } = useApplication()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const refresh = (): void => {
      if (document.visibilityState === 'visible') void refreshBeforeSignIn()
    }
    const timer = window.setInterval(refresh, refreshMs)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [])

  const form = useForm({
    mode: 'controlled',
    initialValues: { email: '', password: '' },
    clearInputErrorOnChange: true,
    validate: {
      email: (value) => (value.trim() === '' ? t.emailMissing : isEmail(value) ? null : t.emailWrong),
      password: (value) => (value === '' ? t.passwordMissing : value.length > longestPassword ? t.passwordLong : null),
    },
  })
  const focus = (path: string): void => form.getInputNode(path)?.focus()

  async function submit(values: typeof form.values): Promise<void> {
    setBusy(true)
    try {
      await signIn({ email: values.email.trim(), password: values.password })
    } catch (error) {
      setBusy(false)
      form.setFieldError('password', failureText(error))
      focus('password')
    }
  }

  return (
    <BareFrame title={t.title}>
      <form
        className={css.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => void submit(values),
          (errors) => focus('email' in errors ? 'email' : 'password'),
        )}
      >
        <div className={css.id}>
          {logoUrl ? <img src={logoUrl} alt="" /> : <LogoMark size={40} gap="var(--sd-bg)" />}
          <div>
            <h1>{name}</h1>
            <p>{t.withAccount}</p>
          </div>
        </div>
        <FieldStack>
          <TextInput
            size="md"
            type="email"
            label={t.email}
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
            onBlur={() => form.values.email !== '' && form.validateField('email')}
          />
          <PasswordInput
            size="md"
            label={t.password}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t.show }}
            {...form.getInputProps('password')}
            errorProps={{ role: 'alert' }}
          />
        </FieldStack>
        <Button type="submit" variant="primary" size="lg" fullWidth busy={busy} className={css.submit}>
          {t.signIn}
        </Button>
      </form>
    </BareFrame>
  )
}
