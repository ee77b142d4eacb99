import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { useProof } from '../../auth/proof/Proof.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { setAnswer } from '../../session/api/query.ts'
import { ConfirmDialog } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useText } from '../../ui/words/text.ts'
import { smsText } from './sms-text.ts'

/** Asks for confirmation before it deletes the settings of the gateway. */
export function RemoveGateway({ onClose }: { onClose: () => void }) {
  const t = useText(smsText)
  const { withProof, proof, asking } = useProof()
  const remove = useMutation({
    mutationFn: () => withProof(async () => setAnswer(endpoints.getSmsGateway, {}, await call(endpoints.deleteSmsGateway, {}))),
    onSuccess: (done) => {
      if (!done) return
      toast.success(t.removed)
      onClose()
    },
    onError: (error) => toastFailure(t.notRemoved, error),
  })
  return (
    <>
      <ConfirmDialog
        opened={!asking}
        onClose={onClose}
        title={t.removeTitle}
        act={t.removeAct}
        danger
        busy={remove.isPending}
        onAct={() => remove.mutate()}
      >
        {t.removeWords}
      </ConfirmDialog>
      {proof}
    </>
  )
}
