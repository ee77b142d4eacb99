import { LinkButton } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import css from '../auth.module.css'
import { authText } from '../auth-text.ts'
import { AuthFrame } from '../AuthFrame.tsx'
import { registerText } from './register-text.ts'
import { useSignInSteps } from '../sign-in-steps.ts'

/** Page after a sign-up, with instructions for the mail that was sent. */
export function RegisterSuccessPage() {
  const t = useText(registerText)
  const shared = useText(authText)
  const email = useSignInSteps((steps) => steps.email)
  return (
    <AuthFrame title={t.sentTitle} instruction={email === '' ? t.sentSomewhere : t.sentWords(email)}>
      <p className={css.small}>{t.known}</p>
      <LinkButton to="/login" size="lg" fullWidth className={css.submit}>
        {shared.toLogin}
      </LinkButton>
    </AuthFrame>
  )
}
