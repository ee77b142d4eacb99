import { simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import { Checkbox, Select, TextInput } from '@mantine/core'
import { cmPlatforms, operators, simStatuses, simTypes } from '@simdeck/contract/sim-values.ts'
import { GroupField } from '../../groups/GroupField.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useText } from '../../ui/words/text.ts'
import type { Form } from '../../ui/form/use-form.ts'
import css from './edit.module.css'
import { editText } from './edit-text.ts'
import { KeyFields } from './KeyFields.tsx'
import { LevelField } from './LevelField.tsx'
import type { SimDraft } from './sim-draft.ts'

/** Maximum length of the inputs. Longer pasted text is cut, because it would only make the page slow. */
const longest = 200

interface SimFieldsProps {
  form: Form<SimDraft>
  /** Shows ICCID and status, which can only be set for a new SIM. */
  isNew: boolean
  hasKeys: boolean
  creatingGroup: boolean
  onCreatingGroup: (creating: boolean) => void
}

/** Fields of one SIM. */
export function SimFields({ form, isNew, hasKeys, creatingGroup, onCreatingGroup }: SimFieldsProps) {
  const t = useText(editText)
  const { values } = form
  const line = (name: 'iccid' | 'imsi' | 'msisdn' | 'imei' | 'device_alias' | 'external_device_id') => ({
    autoComplete: 'off',
    spellCheck: false,
    maxLength: longest,
    ...form.text(name),
  })
  const usual = simStatusLabel[values.cm_platform === 'ntt' ? 'AVAILABLE' : 'INVENTORY']
  return (
    <FieldStack>
      {isNew && <TextInput label="ICCID" required inputMode="numeric" data-autofocus className={css.figures} {...line('iccid')} />}
      <TextInput label={t.alias} data-autofocus={!isNew || undefined} {...line('device_alias')} />
      <div className={css.two}>
        <TextInput label="IMSI" inputMode="numeric" {...line('imsi')} />
        <TextInput label="MSISDN" inputMode="tel" {...line('msisdn')} />
        <TextInput label="IMEI" inputMode="numeric" {...line('imei')} />
        <TextInput label={t.externalId} {...line('external_device_id')} />
      </div>
      <GroupField
        value={values.group_id}
        onChange={(group) => form.set({ group_id: group })}
        error={form.error('group_id')}
        creating={creatingGroup}
        onCreating={onCreatingGroup}
      />
      <div className={css.two}>
        <Select
          label={t.operator}
          data={operators.map((value) => ({ value, label: { ntt: 'NTT', jasper: 'Jasper', other: t.other }[value] }))}
          value={values.operator}
          error={form.error('operator')}
          onChange={(operator) => form.set({ operator: operator as SimDraft['operator'] })}
        />
        <Select
          label={t.platform}
          data={cmPlatforms.map((value) => ({ value, label: { ntt: 'NTT', jasper: 'Jasper', none: t.none }[value] }))}
          value={values.cm_platform}
          error={form.error('cm_platform')}
          onChange={(platform) => form.set({ cm_platform: platform as SimDraft['cm_platform'] })}
        />
        <Select
          label={t.type}
          data={[...simTypes]}
          value={values.type}
          error={form.error('type')}
          onChange={(type) => form.set({ type: type as SimDraft['type'] })}
        />
        {isNew && (
          <Select
            label={t.status}
            data={[
              { value: 'usual', label: t.usual(usual) },
              ...simStatuses.map((value) => ({ value: value as string, label: simStatusLabel[value] })),
            ]}
            value={values.status}
            error={form.error('status')}
            onChange={(status) => form.set({ status: status as SimDraft['status'] })}
          />
        )}
      </div>
      <Checkbox
        classNames={{ body: css.top }}
        label={hasKeys ? t.replaceKeys : t.addKeys}
        description={hasKeys ? t.replaceWords : t.keysWords}
        checked={values.withKeys}
        onChange={(event) => form.set({ withKeys: event.currentTarget.checked })}
      />
      {values.withKeys && <KeyFields form={form} replaces={hasKeys} />}
      {(hasKeys || values.withKeys) && <LevelField form={form} />}
    </FieldStack>
  )
}
