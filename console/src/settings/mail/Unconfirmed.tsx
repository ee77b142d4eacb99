import { useMutation } from '@tanstack/react-query'
import { useProof } from '../../auth/proof/Proof.tsx'
import { toastFailure } from '../../session/api/failure.ts'
import { useMay } from '../../session/use-me.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { trustText } from './mail-text.ts'

interface UnconfirmedProps {
  /** Text on the consequence while no Root has confirmed the setting. */
  consequence: string
  /** Reason for which the setting cannot be confirmed now; null if it can. */
  disabledReason: string | null
  onConfirm: () => Promise<void>
  onRefused: () => void
}

/** Note that a Root has not yet confirmed a setting, with a button for a Root to confirm it. */
export function Unconfirmed({ consequence, disabledReason, onConfirm, onRefused }: UnconfirmedProps) {
  const t = useText(trustText)
  const isRoot = useMay('SETTING_PASSWORD_SECURITY')
  const { withProof, proof } = useProof()
  const confirm = useMutation({
    mutationFn: () => withProof(onConfirm),
    onSuccess: (done) => done && toast.success(t.confirmed),
    onError: (error) => {
      toastFailure(t.notConfirmed, error)
      onRefused()
    },
  })
  return (
    <Note
      end={
        isRoot && (
          <Button size="sm" disabled={disabledReason !== null} busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {t.confirm}
          </Button>
        )
      }
    >
      {consequence} {isRoot ? (disabledReason ?? t.look) : t.askRoot}
      {proof}
    </Note>
  )
}
