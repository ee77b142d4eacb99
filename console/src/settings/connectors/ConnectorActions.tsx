import type { ConnectorAccount } from '@simdeck/contract/connectors.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { TypedConfirm } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { ConnectorDialog } from './ConnectorDialog.tsx'
import css from './connectors.module.css'
import { connectorsText, failureWords } from './connectors-text.ts'

/** Buttons of one account: connection test, edit, delete. */
export function ConnectorActions({ account }: { account: ConnectorAccount }) {
  const t = useText(connectorsText)
  const causes = useText(failureWords)
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = (): void => setOpen(null)
  const { id, name } = account
  const reload = () => refresh(endpoints.listConnectors)
  const test = useMutation({
    mutationFn: () => call(endpoints.testConnector, { params: { id } }),
    onSuccess: ({ failure }) => (failure === null ? toast.success(t.tested, name) : toast.error(t.notTested, causes[failure])),
    onError: (error) => toastFailure(t.notTested, error),
    onSettled: reload,
  })
  const remove = useMutation({
    mutationFn: () => call(endpoints.deleteConnector, { params: { id } }),
    onSuccess: () => {
      toast.success(t.deleted, name)
      close()
    },
    onError: (error) => toastFailure(t.notDeleted, error),
    onSettled: reload,
  })
  return (
    <span className={css.acts}>
      <Button size="sm" aria-label={t.testOf(name)} busy={test.isPending} onClick={() => test.mutate()}>
        {t.test}
      </Button>
      <Button size="sm" aria-label={t.editOf(name)} onClick={() => setOpen('edit')}>
        {t.edit}
      </Button>
      <Button size="sm" variant="danger" aria-label={t.deleteOf(name)} onClick={() => setOpen('delete')}>
        {t.delete}
      </Button>
      {open === 'edit' && <ConnectorDialog account={account} onClose={close} />}
      <TypedConfirm
        opened={open === 'delete'}
        onClose={close}
        title={t.deleteTitle(name)}
        act={t.delete}
        word={name}
        busy={remove.isPending}
        onAct={() => remove.mutate()}
      >
        {t.deleteWords}
      </TypedConfirm>
    </span>
  )
}
