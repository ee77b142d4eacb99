import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { failureText } from '../../session/api/failure.ts'
import { useSession } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useText } from '../../ui/words/text.ts'
import css from '../auth.module.css'
import { authText } from '../auth-text.ts'
import { AuthFrame, AuthLinks } from '../AuthFrame.tsx'
import { changePasswordText } from './change-password-text.ts'
import { ConfirmEmailChange } from './ConfirmEmailChange.tsx'
import { FirstPasswordForm } from './FirstPasswordForm.tsx'
import { isLinkInvalid, linkQuery } from './link-query.ts'

/**
 * Page that the links in mails and a sign-in with a temporary password lead to: it sets a new password or confirms a new e-mail
 * address.
 */
export function ChangePasswordPage() {
  const t = useText(changePasswordText)
  const shared = useText(authText)
  const { token = '' } = useParams({ strict: false })
  const link = useQuery(linkQuery(token))
  if (link.error) return <LinkFailed error={link.error} onRetry={() => void link.refetch()} />
  if (!link.data) {
    return (
      <AuthFrame title={t.newPasswordTitle}>
        <div className={css.center} aria-busy="true">
          <Skeleton width={280} />
          <Skeleton width={200} />
        </div>
      </AuthFrame>
    )
  }
  const { purpose, email } = link.data
  if (purpose === 'emailChange') return <ConfirmEmailChange token={token} email={email} />
  const instructions = { newPassword: t.newPasswordWords, invitation: t.invitationWords(email), signUp: t.signUpWords(email) }
  return (
    <AuthFrame title={purpose === 'newPassword' ? t.newPasswordTitle : t.firstTitle} instruction={instructions[purpose]}>
      <FirstPasswordForm token={token} email={email} act={purpose === 'newPassword' ? t.change : t.begin} />
      <AuthLinks>
        <Link to="/login">{shared.toLogin}</Link>
      </AuthLinks>
    </AuthFrame>
  )
}

function LinkFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText(changePasswordText)
  const shared = useText(authText)
  const signedIn = useSession(({ now }) => now.phase === 'signedIn')
  const isInvalid = isLinkInvalid(error)
  return (
    <AuthFrame title={isInvalid ? t.invalidTitle : t.failedTitle} instruction={isInvalid ? t.invalidWords : failureText(error)}>
      <div className={css.center}>
        {!isInvalid && (
          <Button variant="primary" size="lg" onClick={onRetry}>
            {t.retry}
          </Button>
        )}
        {signedIn ? (
          <LinkButton to="/" size="lg">
            {t.home}
          </LinkButton>
        ) : (
          <LinkButton to="/login" size="lg">
            {shared.toLogin}
          </LinkButton>
        )}
      </div>
      {isInvalid && (
        <AuthLinks>
          <Link to="/forgot-password">{shared.forgot}</Link>
        </AuthLinks>
      )}
    </AuthFrame>
  )
}
