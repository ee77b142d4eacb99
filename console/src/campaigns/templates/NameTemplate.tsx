import { TextInput } from '@mantine/core'
import { listOtaTemplates } from '@simdeck/contract/ota-templates.ts'
import type { OtaTemplate } from '@simdeck/contract/ota-templates.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import { templatesText } from './templates-text.ts'
import css from './templates.module.css'

const longest = 64

interface NameTemplateProps {
  title: string
  words?: string
  name: string
  /** Saves the template with the entered name. */
  send: (name: string) => Promise<OtaTemplate>
  onClose: () => void
}

/** Dialog that asks for the name of a template. */
export function NameTemplate({ title, words, name, send, onClose }: NameTemplateProps) {
  const t = useText(templatesText)
  const form = useForm({
    saved: { name },
    check: (values) => ({ name: values.name.trim() === '' ? t.nameMissing : values.name.trim().length > longest && t.nameWrong }),
    send: async (values) => {
      const saved = await send(values.name.trim())
      toast.success(t.saved(saved.name))
      onClose()
      await refresh(listOtaTemplates)
    },
    failed: (error) => toastFailure(t.notSaved, error),
    fieldOf: { templateExists: 'name' },
  })
  return (
    <Dialog opened onClose={onClose} title={title} size={440} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          {words && <p className={css.words}>{words}</p>}
          <TextInput label={t.name} required data-autofocus autoComplete="off" {...form.text('name')} />
        </FieldStack>
        <DialogFoot act={t.act} busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
