import { Radio, TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { groupContent, groupTypes } from '@simdeck/contract/groups.ts'
import type { Group } from '@simdeck/contract/groups.ts'
import { useId } from 'react'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { refresh } from '../session/api/query.ts'
import { Dialog, DialogFoot } from '../ui/feedback/Dialog.tsx'
import { FieldStack } from '../ui/form/Fields.tsx'
import { useText } from '../ui/words/text.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { groupText } from './group-text.ts'
import css from './groups.module.css'

interface NewGroupProps {
  opened: boolean
  /** Initial name: the text of the search that found no group. */
  name: string
  onClose: () => void
  onCreated: (group: Group) => void
}

/** Dialog that creates a group of SIMs: its name, and its type (company or reseller). */
export function NewGroupDialog({ opened, name, onClose, onCreated }: NewGroupProps) {
  const t = useText(groupText)
  const radios = useId()
  const form = useForm<{ name: string; type: Group['type'] }>({
    saved: { name, type: groupTypes.enterprise },
    check: (values) => ({
      name: values.name.trim() === '' ? t.nameMissing : !groupContent.name.safeParse(values.name).success && t.nameWrong,
    }),
    send: async (values) => {
      const group = await call(endpoints.createGroup, { body: { ...values, name: values.name.trim() } })
      void refresh(endpoints.listGroups)
      toast.success(t.created(group.name))
      onCreated(group)
      onClose()
    },
    failed: (error) => toastFailure(t.notCreated, error),
    fieldOf: { groupExists: 'name' },
  })
  const close = (): void => {
    form.restart()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t.create} size={440} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          <TextInput label={t.name} required data-autofocus autoComplete="off" maxLength={200} {...form.text('name')} />
          <fieldset className={css.types}>
            <legend>{t.type}</legend>
            {(['enterprise', 'reseller'] as const).map((type) => (
              <Radio
                key={type}
                name={radios}
                label={t[type]}
                checked={form.values.type === groupTypes[type]}
                onChange={() => form.set({ type: groupTypes[type] })}
              />
            ))}
          </fieldset>
        </FieldStack>
        <DialogFoot act={t.act} busy={form.busy} onCancel={close} />
      </form>
    </Dialog>
  )
}
