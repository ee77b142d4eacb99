import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { useProof } from '../../auth/proof/Proof.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { setAnswer } from '../../session/api/query.ts'
import { ConfirmDialog } from '../../ui/feedback/Dialog.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { smtpText } from './mail-text.ts'

/** Asks for confirmation before it deletes the mail server's settings. */
export function ForgetMailServer({ onClose }: { onClose: () => void }) {
  const t = useText(smtpText)
  const { withProof, proof, asking } = useProof()
  const act = useMutation({
    mutationFn: () => withProof(async () => setAnswer(endpoints.getMailSettings, {}, await call(endpoints.deleteMailSettings, {}))),
    onSuccess: (done) => {
      if (!done) return
      toast.success(t.forgotten)
      onClose()
    },
    onError: (error) => toastFailure(t.notForgotten, error),
  })
  return (
    <>
      <ConfirmDialog
        opened={!asking}
        onClose={onClose}
        title={t.forgetTitle}
        act={t.forgetAct}
        danger
        busy={act.isPending}
        onAct={() => act.mutate()}
      >
        {t.forgetWords}
      </ConfirmDialog>
      {proof}
    </>
  )
}
