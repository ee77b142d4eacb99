import { Checkbox, TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimView } from '@simdeck/contract/sim-views.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { ConfirmDialog, Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { ViewQuestion, Views } from './sim-views.ts'
import { viewsText } from './views-text.ts'
import css from './views.module.css'

interface ViewQuestionsProps {
  question: ViewQuestion | null
  views: Views
  onClose: () => void
}

const longest = 64
const refreshViews = (): Promise<void> => refresh(endpoints.listSimViews)

/** Dialogs of the views. The last one stays rendered while it closes. */
export function ViewQuestions({ question, views, onClose }: ViewQuestionsProps) {
  const [last, setLast] = useState(question)
  if (question && question !== last) setLast(question)
  const opened = question !== null
  if (!last) return null
  if (last.act === 'remove') return <RemoveView view={last.view} opened={opened} onClose={onClose} />
  const view = last.act === 'edit' ? last.view : null
  return <NameView key={view?.id ?? 'new'} view={view} opened={opened} views={views} onClose={onClose} />
}

interface NameViewProps {
  /** View whose name and sharing the dialog changes; null for a new view. */
  view: SimView | null
  opened: boolean
  views: Views
  onClose: () => void
}

function NameView({ view, opened, views, onClose }: NameViewProps) {
  const t = useText(viewsText)
  const form = useForm({
    saved: { name: view?.name ?? '', shared: view?.shared ?? false },
    check: ({ name }) => ({ name: name.trim() === '' ? t.nameMissing : name.trim().length > longest && t.nameWrong }),
    send: async ({ name, shared }) => {
      const named = { name: name.trim(), shared }
      const saved = view
        ? await call(endpoints.updateSimView, { params: { id: view.id }, body: { ...named, search: view.search, table: view.table } })
        : await call(endpoints.createSimView, { body: { ...named, ...views.content } })
      await refreshViews()
      toast.success(t.saved(saved.name))
      if (!view) views.show(saved)
      onClose()
    },
    failed: (error) => toastFailure(t.notSaved, error),
    fieldOf: { viewExists: 'name' },
  })
  const close = (): void => {
    form.restart()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={view ? t.editTitle : t.newTitle} size={440} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          {!view && <p className={css.words}>{t.newWords}</p>}
          {!view && views.content.search['selection'] && <p className={css.words}>{t.pastedEnds}</p>}
          <TextInput label={t.name} required data-autofocus autoComplete="off" {...form.text('name')} />
          <Checkbox
            label={t.share}
            description={t.shareNote}
            checked={form.values.shared}
            onChange={(event) => form.set({ shared: event.currentTarget.checked })}
          />
        </FieldStack>
        <DialogFoot act={t.act} busy={form.busy} onCancel={close} />
      </form>
    </Dialog>
  )
}

function RemoveView({ view, opened, onClose }: { view: SimView; opened: boolean; onClose: () => void }) {
  const t = useText(viewsText)
  const remove = useMutation({
    mutationFn: () => call(endpoints.deleteSimView, { params: { id: view.id } }),
    onSuccess: () => {
      onClose()
      toast.success(t.removed(view.name))
    },
    onError: (error) => toastFailure(t.notRemoved, error),
    onSettled: refreshViews,
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t.removeTitle}
      act={t.removeAct}
      danger
      busy={remove.isPending}
      onAct={() => remove.mutate()}
    >
      <p>{t.removeWords(view.name)}</p>
      {view.shared && <p>{t.removeShared}</p>}
    </ConfirmDialog>
  )
}
