import { Select } from '@mantine/core'
import { scp03Levels } from '@simdeck/contract/sim-values.ts'
import { useText } from '../../ui/words/text.ts'
import type { Form } from '../../ui/form/use-form.ts'
import { editText, levelText } from './edit-text.ts'
import type { SimDraft } from './sim-draft.ts'

/** Field for the SCP03 security level, the protection of commands and responses. */
export function LevelField({ form }: { form: Form<SimDraft> }) {
  const t = useText(editText)
  const levels = useText(levelText)
  return (
    <Select
      label={t.level}
      description={t.levelWords}
      data={scp03Levels.map((value) => ({ value, label: levels[value] }))}
      value={form.values.scp03_level}
      allowDeselect={false}
      error={form.error('scp03_level')}
      onChange={(level) => form.set({ scp03_level: level as SimDraft['scp03_level'] })}
    />
  )
}
