import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { gatheredKey } from '../../session/api/query.ts'
import { followTask } from '../../tasks/indicator/follow-task.ts'
import { TypedConfirm } from '../../ui/feedback/Dialog.tsx'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { selectedCount } from '../../ui/table/selection.ts'
import { useText } from '../../ui/words/text.ts'
import type { BulkDialogProps } from './AliasDialog.tsx'
import { deleteText } from './bulk-text.ts'
import { freeze } from './freeze.ts'

/** Asks for confirmation before SIMs are deleted. The server counts the SIMs when the dialog opens, and the user must type their number. */
export function DeleteSimsDialog({ selection, opened, onClose, onDone }: BulkDialogProps) {
  const t = useText(deleteText)
  const selected = selectedCount(selection)
  const key = selection.kind === 'rows' ? [...selection.ids] : selection.id
  const frozen = useQuery({
    queryKey: gatheredKey(endpoints.createSimSelection, key),
    queryFn: () => freeze(selection),
    enabled: opened,
    staleTime: 'static',
    gcTime: 0,
  })
  const act = useMutation({
    mutationFn: (body: { selectionId: number; total: number }) => call(endpoints.deleteSims, { body }),
    onSuccess: (task) => {
      followTask(task)
      onClose()
      onDone()
    },
    onError: (error) => toastFailure(t.failed, error),
  })
  const total = frozen.data?.total ?? selected
  return (
    <TypedConfirm
      opened={opened}
      onClose={onClose}
      title={t.title(formatNumber(total))}
      act={t.act(formatNumber(total))}
      word={String(total)}
      ask={t.ask(String(total))}
      busy={act.isPending || frozen.isFetching}
      onAct={() => (frozen.data ? act.mutate({ selectionId: frozen.data.id, total }) : void frozen.refetch())}
    >
      <p>{t.words}</p>
      {total < selected && <p>{t.fewer(formatNumber(selected - total))}</p>}
      {frozen.error && <ErrorNote message={failureText(frozen.error)} />}
    </TypedConfirm>
  )
}
