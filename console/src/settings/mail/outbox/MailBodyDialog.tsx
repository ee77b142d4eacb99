import type { OutboxMail } from '@simdeck/contract/mail.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { useText } from '../../../ui/words/text.ts'
import { outboxText } from '../mail-text.ts'
import css from '../mail.module.css'

/** Dialog with the body of a mail. */
export function MailBodyDialog({ mail, onClose }: { mail: OutboxMail; onClose: () => void }) {
  const t = useText(outboxText)
  return (
    <Dialog opened onClose={onClose} title={mail.subject} size={640} foot={<Button onClick={onClose}>{t.close}</Button>}>
      <pre className={css.mailBody} tabIndex={0} role="region" aria-label={t.open}>
        {mail.body}
      </pre>
    </Dialog>
  )
}
