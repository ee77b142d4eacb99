import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { MailTemplateName } from '@simdeck/contract/mail-templates.ts'
import type { MailTemplate } from '@simdeck/contract/mail.ts'
import { useMutation } from '@tanstack/react-query'
import { useProof } from '../../../auth/proof/Proof.tsx'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { ConfirmDialog } from '../../../ui/feedback/Dialog.tsx'
import { useText } from '../../../ui/words/text.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { templateText } from '../mail-text.ts'

interface ResetTemplateProps {
  name: MailTemplateName
  onClose: () => void
  onDone: (now: MailTemplate) => void
}

/** Asks for confirmation before it resets the changed template of a mail. */
export function ResetTemplate({ name, onClose, onDone }: ResetTemplateProps) {
  const t = useText(templateText)
  const { withProof, proof, asking } = useProof()
  const act = useMutation({
    mutationFn: () => withProof(async () => onDone(await call(endpoints.resetMailTemplate, { params: { name } }))),
    onSuccess: (done) => {
      if (!done) return
      toast.success(t.wasReset)
      onClose()
    },
    onError: (error) => toastFailure(t.notReset, error),
  })
  return (
    <>
      <ConfirmDialog
        opened={!asking}
        onClose={onClose}
        title={t.resetTitle}
        act={t.resetAct}
        danger
        busy={act.isPending}
        onAct={() => act.mutate()}
      >
        {t.resetWords}
      </ConfirmDialog>
      {proof}
    </>
  )
}
