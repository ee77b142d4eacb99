import { endpoints } from '@simdeck/contract/endpoints.ts'
import { givenStatuses } from '@simdeck/contract/sim-status.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { gatheredKey } from '../../session/api/query.ts'
import { selectedCount } from '../../ui/table/selection.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import type { BulkDialogProps } from './AliasDialog.tsx'
import { freeze } from './freeze.ts'
import { statusChangeText } from '../status-change/status-change-text.ts'
import { StatusForm } from '../status-change/StatusForm.tsx'

/** Dialog that changes the status of the selected SIMs. The server counts them when it opens. */
export function ChangeStatusesDialog({ selection, opened, onClose, onDone }: BulkDialogProps) {
  const t = useText(statusChangeText)
  const frozen = useQuery({
    queryKey: gatheredKey(endpoints.createSimSelection, ['status', selection.kind === 'rows' ? [...selection.ids] : selection.id]),
    queryFn: () => freeze(selection),
    enabled: opened,
    staleTime: 'static',
    gcTime: 0,
  })
  const total = frozen.data?.total ?? selectedCount(selection)
  return (
    <StatusForm
      opened={opened}
      onClose={onClose}
      words={t.words(formatNumber(total))}
      offered={givenStatuses}
      word={String(total)}
      ask={t.askCount(String(total))}
      act={t.act(formatNumber(total))}
      start={async (change) => {
        const { id: selectionId } = frozen.data ?? (await freeze(selection))
        return call(endpoints.setStatuses, { body: { selectionId, ...change } })
      }}
      onDone={onDone}
    />
  )
}
