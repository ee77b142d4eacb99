import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { MailTemplateName } from '@simdeck/contract/mail-templates.ts'
import type { MailTemplate } from '@simdeck/contract/mail.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import { toastFailure } from '../../session/failure.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { templateText } from './mail-text.ts'

interface ResetTemplateProps {
  name: MailTemplateName
  onClose: () => void
  onDone: (now: MailTemplate) => void
}

/** Asks before the changed words of a mail are lost. */
export function ResetTemplate({ name, onClose, onDone }: ResetTemplateProps) {
  const t = useText(templateText)
  const act = useMutation({
    mutationFn: () => call(endpoints.resetMailTemplate, { params: { name } }),
    onSuccess: (now) => {
      toast.success(t.wasReset)
      onDone(now)
      onClose()
    },
    onError: (error) => toastFailure(t.notReset, error),
  })
  return (
    <ConfirmDialog opened onClose={onClose} title={t.resetTitle} act={t.resetAct} danger busy={act.isPending} onAct={() => act.mutate()}>
      {t.resetWords}
    </ConfirmDialog>
  )
}
