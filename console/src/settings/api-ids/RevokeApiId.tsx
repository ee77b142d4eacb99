import type { ApiCredential } from '@simdeck/contract/api-credentials.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { TypedConfirm } from '../../ui/feedback/Dialog.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { refreshApiIds } from './api-id-query.ts'
import { apiIdText } from './api-id-text.ts'

/** Asks for confirmation, by typing the name, before it revokes an API ID. */
export function RevokeApiId({ credential, onClose }: { credential: ApiCredential; onClose: () => void }) {
  const t = useText(apiIdText)
  const { id, name } = credential
  const act = useMutation({
    mutationFn: () => call(endpoints.deleteApiCredential, { params: { id } }),
    onSuccess: () => {
      toast.success(t.revoked)
      onClose()
    },
    onError: (error) => toastFailure(t.notRevoked, error),
    onSettled: refreshApiIds,
  })
  return (
    <TypedConfirm
      opened
      onClose={onClose}
      title={t.revokeTitle(name)}
      act={t.revoke}
      word={name}
      busy={act.isPending}
      onAct={() => act.mutate()}
    >
      {t.revokeWords}
    </TypedConfirm>
  )
}
