import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useState } from 'react'
import { useProof } from '../../auth/proof/Proof.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refreshMe } from '../../session/api/own-profile.ts'
import { useSettings } from '../../session/settings.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/form/Button.tsx'
import { ConfirmDialog } from '../../ui/feedback/Dialog.tsx'
import { OfflineGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { mfaText } from './mfa-text.ts'
import { MfaSetup } from './MfaSetup.tsx'
import type { PendingMfa } from './MfaSetup.tsx'
import css from '../personal.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const fewCodes = 3

/** The user's multi-factor authentication, with buttons to enable it, to disable it and to get new recovery codes. */
export function MfaSection() {
  const t = useText(mfaText)
  const me = useMe()
  const { withProof, proof } = useProof()
  const [pending, setPending] = useState<PendingMfa | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [asking, setAsking] = useState<'disable' | 'renew' | null>(null)
  const [busy, setBusy] = useState(false)
  const isRequired = useSettings(({ values }) => values.system_mfa_required_roles?.split(',').includes(String(me.role_id)) ?? false)

  async function run(failure: string, act: () => Promise<void>): Promise<void> {
    setAsking(null)
    setBusy(true)
    try {
      if (await withProof(act)) refreshMe()
    } catch (error) {
      toastFailure(failure, error)
      refreshMe()
    } finally {
      setBusy(false)
    }
  }
  const begin = () => run(t.notEnabled, async () => setPending(await call(endpoints.generateMfaQr, {})))
  const disable = () =>
    run(t.notDisabled, async () => {
      await call(endpoints.resetMfa, {})
      toast.success(t.disabled)
    })
  const renew = () =>
    run(t.notRenewed, async () => {
      setCodes((await call(endpoints.renewRecoveryCodes, {})).recoveryCodes)
      toast.success(t.renewed)
    })
  const enabled = (recoveryCodes: readonly string[]): void => {
    toast.success(t.enabled)
    setPending(null)
    setCodes(recoveryCodes)
    refreshMe()
  }

  const status = me.mfaEnabled ? (
    <Status tone="succeeded" glyph={<SucceededGlyph />}>
      {t.on}
    </Status>
  ) : (
    <Status tone="offline" glyph={<OfflineGlyph />} quiet>
      {t.off}
    </Status>
  )
  return (
    <Section title={t.title} beside={status}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : pending ? (
        <MfaSetup pending={pending} onEnabled={enabled} onCancel={() => setPending(null)} />
      ) : (
        <div className={css.block}>
          <p className={css.words}>{t.words}</p>
          {me.recoveryCodesLeft !== null && <p className={css.words}>{t.left(me.recoveryCodesLeft)}</p>}
          {me.recoveryCodesLeft !== null && me.recoveryCodesLeft <= fewCodes && <Note>{t.few}</Note>}
          <div className={css.actions}>
            {me.mfaEnabled ? (
              <>
                <Button busy={busy} onClick={() => setAsking('renew')}>
                  {t.newCodes}
                </Button>
                <Button variant="danger" busy={busy} onClick={() => setAsking('disable')}>
                  {t.disable}
                </Button>
              </>
            ) : (
              <Button variant="primary" busy={busy} onClick={() => void begin()}>
                {t.enable}
              </Button>
            )}
          </div>
        </div>
      )}
      <ConfirmDialog
        opened={asking === 'disable'}
        onClose={() => setAsking(null)}
        title={t.disableTitle}
        act={t.disable}
        danger
        onAct={() => void disable()}
      >
        {t.disableWords}
        {isRequired && ` ${t.disableRequired}`}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'renew'}
        onClose={() => setAsking(null)}
        title={t.renewTitle}
        act={t.renew}
        onAct={() => void renew()}
      >
        {t.renewWords}
      </ConfirmDialog>
      {proof}
    </Section>
  )
}
