import { useMutation } from '@tanstack/react-query'
import { useProof } from '../../../auth/proof/Proof.tsx'
import { toastFailure } from '../../../session/api/failure.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useText } from '../../../ui/words/text.ts'
import { refreshAuthorities } from '../authority-query.ts'
import { authorityDialogText } from './dialog-text.ts'

/** An action on a CA that may need a proof of identity. `done` is the message of its success. */
export function useAuthorityAct(act: () => Promise<unknown>, done: string, onDone: () => void) {
  const t = useText(authorityDialogText)
  const { withProof, proof, asking } = useProof()
  const mutation = useMutation({
    mutationFn: () => withProof(async () => void (await act())),
    onSuccess: (isDone) => {
      if (!isDone) return
      toast.success(done)
      onDone()
    },
    onError: (error) => toastFailure(t.failed, error),
    onSettled: refreshAuthorities,
  })
  return { run: () => mutation.mutate(), busy: mutation.isPending, proof, asking }
}
