import { TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { aidHex, label as labelSchema, maxLabelLength } from '@simdeck/contract/packages.ts'
import type { ManagedPackageAid } from '@simdeck/contract/packages.ts'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refreshTopic } from '../../session/api/query.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FieldStack, HexField } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import { packageText } from '../package-text.ts'
import css from '../packages.module.css'
import { packageKindText } from './type-text.ts'

interface LabelDialogProps {
  /** The AID whose label changes; null to add an AID. */
  of: ManagedPackageAid | null
  onClose: () => void
  onDone: (saved: ManagedPackageAid) => void
}

/** Dialog that adds a package AID with its label, or changes the label of one. */
export function LabelDialog({ of, onClose, onDone }: LabelDialogProps) {
  const t = useText(packageKindText)
  const texts = useText(packageText)
  const form = useForm({
    saved: { packageAID: of?.packageAID ?? '', label: of?.label ?? '' },
    check: ({ packageAID, label }) => ({
      packageAID: !aidHex.safeParse(packageAID).success && t.aidBad,
      label: !labelSchema.safeParse(label).success && texts.labelBad,
    }),
    send: async ({ packageAID, label }) => {
      const saved = of
        ? await call(endpoints.updateManagedPackageAid, { params: { id: of.id }, body: { label } })
        : await call(endpoints.createManagedPackageAid, { body: { packageAID, label } })
      refreshTopic('packages')
      toast.success(of ? t.renamed : t.added, saved.label)
      onDone(saved)
      onClose()
    },
    failed: (error) => toastFailure(of ? t.notRenamed : t.notAdded, error),
    fieldOf: { managedAidExists: 'packageAID' },
  })
  return (
    <Dialog opened onClose={onClose} title={of ? t.rename : t.addTitle} keepOpen={form.changed}>
      <form {...form.props}>
        {!of && <p className={css.dialogWords}>{t.addWords}</p>}
        <FieldStack>
          {!of && (
            <HexField
              label={texts.packageAid}
              required
              data-autofocus
              lengthBytes={[5, 16]}
              value={form.values.packageAID}
              error={form.error('packageAID')}
              onChange={(packageAID) => form.set({ packageAID })}
              onBlur={() => form.leave('packageAID')}
            />
          )}
          <TextInput
            label={texts.label}
            required
            data-autofocus={of ? true : undefined}
            autoComplete="off"
            maxLength={maxLabelLength}
            {...form.text('label')}
          />
        </FieldStack>
        <DialogFoot act={of ? t.save : t.add} disabled={!form.changed} busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
