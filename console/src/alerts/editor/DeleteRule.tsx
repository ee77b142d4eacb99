import type { AlertRule } from '@simdeck/contract/alerts.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { ConfirmDialog } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useText } from '../../ui/words/text.ts'
import { refreshAlerts } from '../alert-query.ts'
import { editorText } from './editor-text.ts'

/** Button that deletes a rule after a question. */
export function DeleteRule({ rule }: { rule: AlertRule }) {
  const t = useText(editorText)
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(endpoints.deleteAlertRule, { params: { id: rule.id } }),
    onSuccess: async () => {
      toast.success(t.deleted(rule.name))
      await navigate({ to: '/alerts' })
      await refreshAlerts()
    },
    onError: (error) => toastFailure(t.notDeleted, error),
  })
  return (
    <>
      <MayButton permission="SIM_UPDATE" variant="danger" icon={<IconTrash size={16} />} onClick={() => setAsked(true)}>
        {t.delete}
      </MayButton>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={t.delete}
        act={t.delete}
        danger
        busy={remove.isPending}
        onAct={() => remove.mutate()}
      >
        <p>{t.deleteWords(rule.name)}</p>
      </ConfirmDialog>
    </>
  )
}
