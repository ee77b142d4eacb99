import { Textarea, TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { label as labelSchema, maxLabelLength, maxNotesLength } from '@simdeck/contract/packages.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refreshTopic } from '../../session/api/query.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import { packageText } from '../package-text.ts'
import css from '../packages.module.css'
import { packageEditText } from './edit-text.ts'
import { keyOf, nameOf } from './package-keys.ts'

interface EditPackageProps {
  of: OtaPackage
  onClose: () => void
  onDone: (changed: OtaPackage) => void
}

/** Dialog for the label and the notes of a package. */
export function EditPackageDialog({ of, onClose, onDone }: EditPackageProps) {
  const t = useText(packageEditText)
  const texts = useText(packageText)
  const form = useForm({
    saved: { label: of.label, notes: of.notes },
    check: ({ label, notes }) => ({
      label: !labelSchema.safeParse(label).success && texts.labelBad,
      notes: notes.trim().length > maxNotesLength && t.notesTooLong,
    }),
    send: async ({ label, notes }) => {
      const body = {
        ...(label !== of.label && { label }),
        ...(notes !== of.notes && { notes }),
      }
      const changed = await call(endpoints.updatePackage, { params: keyOf(of), body })
      refreshTopic('packages')
      toast.success(t.saved)
      onDone(changed)
      onClose()
    },
    failed: (error) => toastFailure(t.notSaved, error),
    fieldOf: { packageExists: 'label' },
  })
  return (
    <Dialog opened onClose={onClose} title={t.editTitle(nameOf(of))} keepOpen={form.changed}>
      <form {...form.props}>
        <p className={css.dialogWords}>{t.editWords}</p>
        <FieldStack>
          <TextInput label={texts.label} required data-autofocus autoComplete="off" maxLength={maxLabelLength} {...form.text('label')} />
          <Textarea
            label={t.notes}
            autosize
            minRows={3}
            maxRows={8}
            value={form.values.notes}
            error={form.error('notes')}
            onChange={(event) => form.set({ notes: event.currentTarget.value })}
            onBlur={() => form.leave('notes')}
          />
        </FieldStack>
        <DialogFoot act={t.save} disabled={!form.changed} busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
