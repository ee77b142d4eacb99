import { Radio, TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { type DeliveryType, deliveryTypes, safeLabel } from '@simdeck/contract/identity-templates.ts'
import { maxFileOctets, type SimFileDetails } from '@simdeck/contract/sim-files.ts'
import { useId } from 'react'
import { call } from '../../session/api/api.ts'
import { toastDetail } from '../certificates/toast-detail.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { type ContentForm, contentOctets } from './file-content.ts'
import { FileContentField } from './FileContentField.tsx'
import { fileText } from './file-text.ts'
import css from './files.module.css'
import { refreshFiles } from './use-file-act.ts'

interface FileDialogProps {
  simId: number
  /** The file to update; null to add one. */
  file: SimFileDetails | null
  onClose: () => void
  onDone?: () => void
}

interface FileDraft {
  label: string
  form: ContentForm
  content: string
  capacity: string
  deliveryType: DeliveryType
}

/** Dialog that adds a file to a SIM, or changes the content of one. */
export function FileDialog({ simId, file, onClose, onDone }: FileDialogProps) {
  const t = useText(fileText)
  const radios = useId()
  const most = file?.capacity ?? maxFileOctets
  const form = useForm<FileDraft>({
    saved: {
      label: '',
      form: file !== null && file.content === null ? 'hex' : 'text',
      content: file === null ? '' : (file.content ?? file.hexContent),
      capacity: '',
      deliveryType: 'Auto',
    },
    check: ({ label, form: typed, content, capacity }) => {
      const octets = contentOctets({ form: typed, value: content })
      const room = Number(capacity)
      const isRoom = capacity.trim() === '' || (Number.isInteger(room) && room >= (octets?.length ?? 0) && room >= 1 && room <= most)
      return {
        label: file === null && !safeLabel.safeParse(label).success && t.labelWrong,
        content:
          octets === null
            ? t.contentWrong
            : octets.length === 0
              ? t.contentEmpty
              : octets.length > most && t.contentLong(formatNumber(most)),
        capacity: file === null && !isRoom && t.capacityWrong,
      }
    },
    send: async ({ label, form: typed, content, capacity, deliveryType }) => {
      const written = typed === 'text' ? { content } : { hexContent: content.replaceAll(/\s/g, '') }
      const room = capacity.trim() === '' ? {} : { capacity: Number(capacity) }
      const { campaignId } =
        file === null
          ? await call(endpoints.createFile, { params: { simId }, body: { label, ...written, ...room, deliveryType } })
          : await call(endpoints.updateFile, { params: { fileId: file.id }, body: written })
      refreshFiles()
      toast.success(campaignId === null ? t.saved : t.started)
      onClose()
      onDone?.()
    },
    failed: (error) => toastDetail(t.failed, error),
    fieldOf: { fileExists: 'label', fileTooLarge: 'content', contentRequired: 'content' },
  })
  return (
    <Dialog opened onClose={onClose} title={file === null ? t.addTitle : t.updateTitle(file.label)} size={520} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          {file === null && (
            <TextInput
              label={t.label}
              description={t.labelHelp}
              required
              data-autofocus
              autoComplete="off"
              maxLength={62}
              {...form.text('label')}
            />
          )}
          <FileContentField
            form={form.values.form}
            value={form.values.content}
            error={form.error('content')}
            onChange={({ form: typed, value }) =>
              form.set({ ...(typed !== undefined && { form: typed }), ...(value !== undefined && { content: value }) })
            }
            onBlur={() => form.leave('content')}
          />
          {file === null && (
            <>
              <TextInput label={t.capacity} description={t.capacityHelp} inputMode="numeric" maxLength={4} {...form.text('capacity')} />
              <fieldset className={css.choice}>
                <legend>{t.delivery}</legend>
                {deliveryTypes.map((type) => (
                  <Radio
                    key={type}
                    name={radios}
                    label={t[type]}
                    checked={form.values.deliveryType === type}
                    onChange={() => form.set({ deliveryType: type })}
                  />
                ))}
              </fieldset>
            </>
          )}
        </FieldStack>
        <DialogFoot act={file === null ? t.add : t.update} disabled={file !== null && !form.changed} busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
