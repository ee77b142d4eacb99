import { Radio } from '@mantine/core'
import { imeiLocks } from '@simdeck/contract/sim-values.ts'
import type { ImeiLock } from '@simdeck/contract/sim-values.ts'
import { useText } from '../../ui/words/text.ts'
import css from './imei.module.css'
import { imeiText, lockChoiceText, lockNoteText } from './imei-text.ts'

/** A change of devices: the confirmation of their IMEIs, or another lock. */
export type ImeiChoice = 'confirm' | ImeiLock

interface ImeiChoicesProps {
  label: string
  value: ImeiChoice | null
  withConfirm?: boolean
  error?: string | null | undefined
  onChange: (value: ImeiChoice) => void
}

/** Radio buttons of the changes, each with its effect. */
export function ImeiChoices({ label, value, withConfirm = false, error, onChange }: ImeiChoicesProps) {
  const t = useText(imeiText)
  const choices = useText(lockChoiceText)
  const notes = useText(lockNoteText)
  const all: readonly ImeiChoice[] = withConfirm ? ['confirm', ...imeiLocks] : imeiLocks
  return (
    <Radio.Group label={label} value={value} error={error} onChange={(next) => onChange(all.find((one) => one === next) ?? 'off')}>
      <div className={css.choices}>
        {all.map((one) => (
          <Radio
            key={one}
            value={one}
            label={one === 'confirm' ? t.confirmMany : withConfirm ? `${t.lock}：${choices[one]}` : choices[one]}
            description={one === 'confirm' ? t.confirmManyNote : notes[one]}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
