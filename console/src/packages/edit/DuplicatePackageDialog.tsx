import { TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { label as labelSchema, maxLabelLength } from '@simdeck/contract/packages.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refreshTopic } from '../../session/api/query.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import { packageText } from '../package-text.ts'
import css from '../packages.module.css'
import { packageEditText } from './edit-text.ts'
import { keyOf, nameOf } from './package-keys.ts'

/** Dialog that stores a copy of a package under another label. */
export function DuplicatePackageDialog({ of, onClose }: { of: OtaPackage; onClose: () => void }) {
  const t = useText(packageEditText)
  const texts = useText(packageText)
  const form = useForm({
    saved: { newLabel: '' },
    check: ({ newLabel }) => ({ newLabel: !labelSchema.safeParse(newLabel).success && texts.labelBad }),
    send: async ({ newLabel }) => {
      const copy = await call(endpoints.duplicatePackage, { body: { ...keyOf(of), newLabel } })
      refreshTopic('packages')
      toast.success(t.duplicated, nameOf(copy))
      onClose()
    },
    failed: (error) => toastFailure(t.notDuplicated, error),
    fieldOf: { packageExists: 'newLabel' },
  })
  return (
    <Dialog opened onClose={onClose} title={t.duplicateTitle(nameOf(of))} keepOpen={form.changed}>
      <form {...form.props}>
        <p className={css.dialogWords}>{t.duplicateWords}</p>
        <TextInput label={t.newLabel} required data-autofocus autoComplete="off" maxLength={maxLabelLength} {...form.text('newLabel')} />
        <DialogFoot act={t.duplicate} busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
