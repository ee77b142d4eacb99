import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { gatheredKey } from '../../session/api/query.ts'
import { followTask } from '../../tasks/indicator/follow-task.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type Selection, selectedCount } from '../../ui/table/selection.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { ImeiChoices, type ImeiChoice } from './ImeiChoices.tsx'
import { imeiText } from './imei-text.ts'

interface ImeisDialogProps {
  selection: Selection
  freeze: (selection: Selection) => Promise<{ id: number; total: number }>
  opened: boolean
  onClose: () => void
  onDone: () => void
}

/** Dialog that confirms the devices of the selected SIMs, or changes their locks. The server counts them when it opens. */
export function ImeisDialog({ selection, freeze, opened, onClose, onDone }: ImeisDialogProps) {
  const t = useText(imeiText)
  const frozen = useQuery({
    queryKey: gatheredKey(endpoints.createSimSelection, ['imei', selection.kind === 'rows' ? [...selection.ids] : selection.id]),
    queryFn: () => freeze(selection),
    enabled: opened,
    staleTime: 'static',
    gcTime: 0,
  })
  const total = formatNumber(frozen.data?.total ?? selectedCount(selection))
  const form = useForm<{ choice: ImeiChoice | null }>({
    saved: { choice: null },
    check: ({ choice }) => ({ choice: choice === null && t.missing }),
    send: async ({ choice }) => {
      if (choice === null) return false
      const { id: selectionId } = frozen.data ?? (await freeze(selection))
      const body = choice === 'confirm' ? ({ selectionId, confirm: true } as const) : { selectionId, lock: choice }
      followTask(await call(endpoints.setImeis, { body }))
      close()
      onDone()
      return true
    },
    failed: (error) => toastFailure(t.failed, error),
  })
  const close = (): void => {
    form.restart()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t.manyTitle} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          <p>{t.manyWords(total)}</p>
          <ImeiChoices
            label={t.device}
            withConfirm
            value={form.values.choice}
            error={form.error('choice')}
            onChange={(choice) => form.set({ choice })}
          />
        </FieldStack>
        <DialogFoot act={t.act(total)} busy={form.busy} onCancel={close} />
      </form>
    </Dialog>
  )
}
