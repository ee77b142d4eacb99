import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthFrame, AuthLinks } from '../../auth/AuthFrame.tsx'
import { useProof } from '../../auth/proof/Proof.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refreshMe } from '../../session/api/own-profile.ts'
import { Button, TextButton } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { mfaText } from './mfa-text.ts'
import type { PendingMfa } from './MfaSetup.tsx'
import { MfaSetup } from './MfaSetup.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/**
 * Page that replaces every screen while the role requires multi-factor authentication and the user has not set it up: its set-up,
 * or sign-out.
 */
export function RequiredMfaPage() {
  const t = useText(mfaText)
  const navigate = useNavigate()
  const { withProof, proof } = useProof()
  const [busy, setBusy] = useState(false)
  const [pending, setPending] = useState<PendingMfa | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  async function begin(): Promise<void> {
    setBusy(true)
    try {
      await withProof(async () => setPending(await call(endpoints.generateMfaQr, {})))
    } catch (error) {
      toastFailure(t.notEnabled, error)
      // The user may have enabled multi-factor authentication in another window.
      refreshMe()
    } finally {
      setBusy(false)
    }
  }
  const enabled = (recoveryCodes: readonly string[]): void => {
    toast.success(t.enabled)
    setCodes(recoveryCodes)
  }

  return (
    <AuthFrame title={t.required} instruction={t.requiredWords}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={refreshMe} />
      ) : pending ? (
        <MfaSetup pending={pending} onEnabled={enabled} />
      ) : (
        <Button variant="primary" size="lg" fullWidth busy={busy} onClick={() => void begin()}>
          {t.begin}
        </Button>
      )}
      {!codes && (
        <AuthLinks>
          <TextButton onClick={() => void navigate({ to: '/logout' })}>{t.logout}</TextButton>
        </AuthLinks>
      )}
      {proof}
    </AuthFrame>
  )
}
