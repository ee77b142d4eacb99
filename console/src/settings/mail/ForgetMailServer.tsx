import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api.ts'
import { toastFailure } from '../../session/failure.ts'
import { queryClient } from '../../session/query-client.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { mailSettingsKey } from './mail-query.ts'
import { smtpText } from './mail-text.ts'

/** Asks before the mail server is forgotten. */
export function ForgetMailServer({ onClose }: { onClose: () => void }) {
  const t = useText(smtpText)
  const act = useMutation({
    mutationFn: () => call(endpoints.deleteMailSettings, {}),
    onSuccess: (now) => {
      queryClient.setQueryData(mailSettingsKey, now)
      toast.success(t.forgotten)
      onClose()
    },
    onError: (error) => toastFailure(t.notForgotten, error),
  })
  return (
    <ConfirmDialog opened onClose={onClose} title={t.forgetTitle} act={t.forgetAct} danger busy={act.isPending} onAct={() => act.mutate()}>
      {t.forgetWords}
    </ConfirmDialog>
  )
}
