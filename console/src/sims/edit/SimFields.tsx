import { simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import { simFieldsWith } from '@simdeck/contract/sim-fields.ts'
import { simStatuses } from '@simdeck/contract/sim-values.ts'
import { Checkbox, Select } from '@mantine/core'
import { GroupField } from '../../groups/GroupField.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useText } from '../../ui/words/text.ts'
import { fieldText } from '../field-words.ts'
import type { Form } from '../../ui/form/use-form.ts'
import css from './edit.module.css'
import { editText } from './edit-text.ts'
import { KeyFields } from './KeyFields.tsx'
import { LevelField } from './LevelField.tsx'
import type { ChoiceField, SimDraft, TextField } from './sim-draft.ts'
import { LineInput, SimFieldInput } from './SimFieldInput.tsx'

const first = simFieldsWith({ editable: true, section: 'name' })
const identity = simFieldsWith({ editable: true, section: 'identity' })
const others = simFieldsWith({ editable: true }).filter((name) => ![...first, ...identity].some((before) => before === name))

interface SimFieldsProps {
  form: Form<SimDraft>
  /** True for a new SIM. Only then can ICCID and status be set. */
  isNew: boolean
  hasKeys: boolean
  creatingGroup: boolean
  onCreatingGroup: (creating: boolean) => void
}

/** Fields of one SIM. */
export function SimFields({ form, isNew, hasKeys, creatingGroup, onCreatingGroup }: SimFieldsProps) {
  const t = useText(editText)
  const field = useText(fieldText)
  const { values } = form
  const usual = simStatusLabel[values.cm_platform === 'ntt' ? 'AVAILABLE' : 'INVENTORY']
  const inputs = (names: readonly (TextField | ChoiceField)[]) => names.map((name) => <SimFieldInput key={name} name={name} form={form} />)
  return (
    <FieldStack>
      {isNew && <LineInput name="iccid" form={form} required data-autofocus className={css.figures} />}
      {first.map((name) => (
        <LineInput key={name} name={name} form={form} data-autofocus={!isNew || undefined} />
      ))}
      <div className={css.two}>{inputs(identity)}</div>
      <GroupField
        value={values.group_id}
        onChange={(group) => form.set({ group_id: group })}
        error={form.error('group_id')}
        creating={creatingGroup}
        onCreating={onCreatingGroup}
      />
      <div className={css.two}>
        {inputs(others)}
        {isNew && (
          <Select
            label={field.status}
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
