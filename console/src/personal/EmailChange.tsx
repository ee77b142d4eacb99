import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import clsx from 'clsx'
import { useState } from 'react'
import { authText } from '../auth/auth-text.ts'
import { checkEmail, EmailField, emailRefusals } from '../auth/EmailField.tsx'
import { useProof } from '../auth/proof/Proof.tsx'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { useMe } from '../session/use-me.ts'
import { Button } from '../ui/form/Button.tsx'
import { Dialog, DialogFoot } from '../ui/feedback/Dialog.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { useText } from '../ui/words/text.ts'
import { useForm } from '../ui/form/use-form.ts'
import css from './personal.module.css'
import { emailChangeText } from './personal-text.ts'

/**
 * The user's e-mail address, and the dialog that changes it. The new address applies after the user has opened the link in the mail
 * to it.
 */
export function EmailChange() {
  const t = useText(emailChangeText)
  const shared = useText(authText)
  const { email } = useMe()
  const [opened, setOpened] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { withProof, proof, asking } = useProof()
  const form = useForm({
    saved: { email: '' },
    check: (values) => ({
      email: values.email.trim().toLowerCase() === email.toLowerCase() ? t.same : checkEmail(values.email, shared),
    }),
    fieldOf: emailRefusals,
    send: async (values) => {
      const wanted = values.email.trim()
      return withProof(async () => {
        await call(endpoints.requestEmailChange, { body: { email: wanted } })
        setSentTo(wanted)
        setOpened(false)
      })
    },
    failed: (error) => {
      if (!(error instanceof CallError && error.body?.code === 'emailInvalid')) toastFailure(t.notSent, error)
    },
  })
  const close = (): void => {
    form.restart()
    setOpened(false)
  }
  return (
    <div>
      <div className={css.emailRow}>
        <dl className={css.readOnly}>
          <dt>{shared.email}</dt>
          <dd>{email}</dd>
        </dl>
        <Button size="sm" onClick={() => setOpened(true)}>
          {t.change}
        </Button>
      </div>
      {sentTo && (
        <div className={css.sent} role="status">
          <Note tone="started">{t.sent(sentTo)}</Note>
        </div>
      )}
      {/* Only one dialog is open at a time. While the user proves their identity, this one is closed and keeps its input. */}
      <Dialog opened={opened && !asking} onClose={close} title={t.title} keepOpen={form.changed} size={440}>
        <form {...form.props}>
          <p className={clsx(css.words, css.dialogWords)}>{t.words}</p>
          <EmailField size="sm" label={t.newAddress} autoComplete="email" data-autofocus {...form.text('email')} />
          <DialogFoot act={t.send} busy={form.busy} onCancel={close} />
        </form>
      </Dialog>
      {proof}
    </div>
  )
}
