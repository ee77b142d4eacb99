import { Radio, TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { groupContent, groupTypes } from '@simdeck/contract/groups.ts'
import type { Group } from '@simdeck/contract/groups.ts'
import { useId } from 'react'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { refresh } from '../session/api/query.ts'
import { Dialog, DialogFoot } from '../ui/feedback/Dialog.tsx'
import { useLeaveGuard } from '../ui/feedback/leave-guard.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { FieldStack } from '../ui/form/Fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { useText } from '../ui/words/text.ts'
import { groupText } from './group-text.ts'
import css from './groups.module.css'

interface GroupDialogProps {
  opened: boolean
  /** The group to change; null to create one. */
  group: Group | null
  /** Initial name of a new group. */
  name?: string
  onClose: () => void
  onSaved?: (group: Group) => void
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** Dialog that creates or changes a group of SIMs: its name, its type (company or reseller), phone number and address. */
export function GroupDialog({ opened, group, name = '', onClose, onSaved }: GroupDialogProps) {
  const t = useText(groupText)
  const radios = useId()
  const form = useForm({
    saved: {
      name: group?.name ?? name,
      type: group?.type ?? (groupTypes.enterprise as Group['type']),
      phone_number: group?.phone_number ?? '',
      address: group?.address ?? '',
    },
    check: (values) => ({
      name: values.name.trim() === '' ? t.nameMissing : !groupContent.name.safeParse(values.name).success && t.nameWrong,
      phone_number: !groupContent.phone_number.safeParse(orNull(values.phone_number)).success && t.phoneWrong,
      address: !groupContent.address.safeParse(orNull(values.address)).success && t.addressWrong,
    }),
    send: async (values) => {
      const body = {
        name: values.name.trim(),
        type: values.type,
        phone_number: orNull(values.phone_number),
        address: orNull(values.address),
      }
      const saved = group
        ? await call(endpoints.updateGroup, { params: { id: group.id }, body })
        : await call(endpoints.createGroup, { body })
      void refresh(endpoints.listGroups)
      void refresh(endpoints.getGroup)
      toast.success(group ? t.saved(saved.name) : t.created(saved.name))
      onSaved?.(saved)
      onClose()
    },
    failed: (error) => toastFailure(group ? t.notSaved : t.notCreated, error),
    fieldOf: { groupExists: 'name' },
  })
  const guard = useLeaveGuard(opened && group !== null && form.changed)
  const close = (): void => {
    form.restart()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={group ? t.editTitle : t.create} size={440} keepOpen={form.changed}>
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
          <TextInput label={t.phone} type="tel" autoComplete="off" maxLength={60} {...form.text('phone_number')} />
          <TextInput label={t.address} autoComplete="off" maxLength={400} {...form.text('address')} />
        </FieldStack>
        <DialogFoot act={group ? t.save : t.act} disabled={group !== null && !form.changed} busy={form.busy} onCancel={close} />
      </form>
      {guard}
    </Dialog>
  )
}
