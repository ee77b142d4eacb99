import { endpoints } from '@simdeck/contract/endpoints.ts'
import { tagKey } from '@simdeck/contract/tag-keys.ts'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { followTask } from '../../tasks/indicator/follow-task.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { selectedCount } from '../../ui/table/selection.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { TagChips } from '../tags/TagChips.tsx'
import { TagField } from '../tags/TagField.tsx'
import { bulkTagsText } from '../tags/tags-text.ts'
import type { BulkDialogProps } from './AliasDialog.tsx'
import css from './bulk.module.css'
import { freeze } from './freeze.ts'
import { TagEffects } from './TagEffects.tsx'

const empty: { add: readonly string[]; remove: readonly string[]; addTyped: string; removeTyped: string } = {
  add: [],
  remove: [],
  addTyped: '',
  removeTyped: '',
}

/** Dialog that adds tags to the selected SIMs and removes others. It states the number of SIMs that change. */
export function TagsDialog({ selection, opened, onClose, onDone }: BulkDialogProps) {
  const t = useText(bulkTagsText)
  const count = formatNumber(selectedCount(selection))
  const form = useForm({
    saved: empty,
    check: ({ add, remove, addTyped, removeTyped }) => {
      const both = remove.find((tag) => add.some((other) => tagKey(other) === tagKey(tag)))
      const none = add.length + remove.length === 0 && addTyped + removeTyped === ''
      return {
        add: addTyped.trim() !== '' ? t.pending : none && t.missing,
        remove: removeTyped.trim() !== '' ? t.pending : both !== undefined && t.inBoth(both),
      }
    },
    send: async ({ add, remove }) => {
      const { id: selectionId } = await freeze(selection)
      followTask(await call(endpoints.setTags, { body: { selectionId, add: [...add], remove: [...remove] } }))
      void refresh(endpoints.listSimTags)
      onClose()
      onDone()
    },
    failed: (error) => toastFailure(t.failed, error),
    fieldOf: { tagLimit: 'add' },
  })
  const guard = useLeaveGuard(opened && form.changed)
  const close = (): void => {
    form.restart()
    onClose()
  }
  const field = (name: 'add' | 'remove', notWords: (tag: string) => string, autoFocus = false) => {
    const tags = form.values[name]
    const keep = (next: readonly string[]): void => form.set({ [name]: next })
    return (
      <div className={css.tags}>
        <TagField
          label={t[name]}
          chosen={tags}
          typed={form.values[`${name}Typed`]}
          onChange={(typed, added) => form.set({ [`${name}Typed`]: typed, [name]: [...tags, ...added] })}
          error={form.error(name)}
          autoFocus={autoFocus}
        />
        {tags.length > 0 && (
          <TagChips label={t[name]} tags={tags} onRemove={(tag) => keep(tags.filter((other) => other !== tag))} removeWords={notWords} />
        )}
      </div>
    )
  }
  return (
    <Dialog opened={opened} onClose={close} title={t.title} keepOpen={form.changed}>
      <form {...form.props}>
        <p className={css.words}>{t.words(count)}</p>
        <FieldStack>
          {field('add', t.notAdd, true)}
          {field('remove', t.notRemove)}
          <TagEffects selection={selection} add={form.values.add} remove={form.values.remove} />
        </FieldStack>
        <DialogFoot act={t.act(count)} busy={form.busy} onCancel={close} />
      </form>
      {guard}
    </Dialog>
  )
}
