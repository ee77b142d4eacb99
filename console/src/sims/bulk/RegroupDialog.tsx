import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useState } from 'react'
import { GroupField } from '../../groups/GroupField.tsx'
import type { GroupChoice } from '../../groups/GroupField.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { followTask } from '../../tasks/indicator/follow-task.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { selectedCount } from '../../ui/table/selection.ts'
import { useText } from '../../ui/words/text.ts'
import { useForm } from '../../ui/form/use-form.ts'
import type { BulkDialogProps } from './AliasDialog.tsx'
import css from './bulk.module.css'
import { regroupText } from './bulk-text.ts'
import { freeze } from './freeze.ts'

interface Regrouping {
  /** The chosen group; null for no group, undefined until the user chooses. */
  groupId: GroupChoice | null | undefined
}

/** Dialog that moves the selected SIMs into a group, or out of any group. */
export function RegroupDialog({ selection, opened, onClose, onDone }: BulkDialogProps) {
  const t = useText(regroupText)
  const [creating, setCreating] = useState(false)
  const count = formatNumber(selectedCount(selection))
  const form = useForm<Regrouping>({
    saved: { groupId: undefined },
    check: ({ groupId }) => ({ groupId: groupId === undefined && t.missing }),
    send: async ({ groupId: group }) => {
      const { id: selectionId } = await freeze(selection)
      followTask(await call(endpoints.setGroups, { body: { selectionId, groupId: group?.id ?? null } }))
      onClose()
      onDone()
    },
    failed: (error) => toastFailure(t.failed, error),
    fieldOf: { groupNotFound: 'groupId' },
  })
  const guard = useLeaveGuard(opened && form.changed)
  const close = (): void => {
    form.restart()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t.title} keepOpen={form.changed || creating}>
      <form {...form.props}>
        <p className={css.words}>{t.words(count)}</p>
        <GroupField
          value={form.values.groupId}
          onChange={(groupId) => form.set({ groupId })}
          error={form.error('groupId')}
          autoFocus
          creating={creating}
          onCreating={setCreating}
        />
        <DialogFoot act={t.act(count)} busy={form.busy} onCancel={close} />
      </form>
      {guard}
    </Dialog>
  )
}
