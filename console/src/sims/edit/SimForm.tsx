import { useState } from 'react'
import type { ReactNode } from 'react'
import { ConfirmDialog, Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { useText } from '../../ui/words/text.ts'
import type { Form } from '../../ui/form/use-form.ts'
import css from './edit.module.css'
import { editText } from './edit-text.ts'
import type { SimDraft } from './sim-draft.ts'
import { SimFields } from './SimFields.tsx'

interface SimFormProps {
  form: Form<SimDraft>
  opened: boolean
  onClose: () => void
  title: string
  /** Introduction above the fields. */
  introduction: ReactNode
  act: string
  isNew: boolean
  hasKeys: boolean
}

/** Dialog with the form of one SIM. It asks for confirmation before it discards input. */
export function SimForm({ form, opened, onClose, title, introduction, act, isNew, hasKeys }: SimFormProps) {
  const t = useText(editText)
  const [creatingGroup, setCreatingGroup] = useState(false)
  const [asking, setAsking] = useState(false)
  const guard = useLeaveGuard(opened && form.changed)
  const discard = (): void => {
    setAsking(false)
    form.restart()
    onClose()
  }
  const close = (): void => (form.changed ? setAsking(true) : onClose())
  return (
    <Dialog opened={opened} onClose={close} title={title} size={640} keepOpen={form.changed || creatingGroup}>
      <form {...form.props}>
        <div className={css.words}>{introduction}</div>
        <SimFields form={form} isNew={isNew} hasKeys={hasKeys} creatingGroup={creatingGroup} onCreatingGroup={setCreatingGroup} />
        <DialogFoot act={act} busy={form.busy} disabled={!isNew && !form.changed} onCancel={close} />
      </form>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t.discardTitle}
        act={t.discard}
        danger
        cancelLabel={t.stay}
        onAct={discard}
      >
        {t.discardWords}
      </ConfirmDialog>
      {guard}
    </Dialog>
  )
}
