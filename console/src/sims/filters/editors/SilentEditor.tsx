import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { silences } from '@simdeck/contract/silence.ts'
import { useState } from 'react'
import { ApplyButton } from '../../../ui/filter/FilterEditors.tsx'
import { digitsIn } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { text } from '../../list/sim-list-text.ts'
import { editorText } from './editor-text.ts'
import { silenceWords } from '../../list/silence-words.ts'
import listCss from '../../../ui/filter/list.module.css'
import css from './filters.module.css'

const units = ['m', 'h', 'd', 'x'] as const

interface SilentEditorProps {
  value: readonly string[]
  onApply: (value: string) => void
  close: () => void
}

/** Editor of the time since the last data from a SIM: usual times, or a number of minutes, hours, days or own poll intervals. */
export function SilentEditor({ value, onApply, close }: SilentEditorProps) {
  const t = useText(editorText)
  const words = useText(text)
  const [picked, setPicked] = useState(value)
  const [number, setNumber] = useState('')
  const [unit, setUnit] = useState<string>('h')
  const [isWrong, setWrong] = useState(false)
  const options = [...new Set<string>([...silences, ...value])]
  return (
    <form
      className={listCss.editor}
      onSubmit={(event) => {
        event.preventDefault()
        const digits = number.trim() === '' ? null : Number(digitsIn(number) ?? 0)
        const isInRange = digits === null || (digits >= 1 && digits <= 9999)
        setWrong(!isInRange)
        if (!isInRange) return
        const own = digits === null ? [] : [`${digits}${unit}`]
        onApply([...new Set([...options.filter((option) => picked.includes(option)), ...own])].join(','))
        close()
      }}
    >
      <div className={listCss.choices}>
        {options.map((option, at) => (
          <Checkbox
            key={option}
            className={listCss.choice}
            label={silenceWords(option, words)}
            checked={picked.includes(option)}
            {...(at === 0 && { 'data-autofocus': true })}
            onChange={(event) => setPicked(event.currentTarget.checked ? [...picked, option] : picked.filter((other) => other !== option))}
          />
        ))}
      </div>
      <div className={css.silent}>
        <TextInput
          label={t.silentOther}
          inputMode="numeric"
          value={number}
          error={isWrong && t.silentWrong}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={t.unit}
          data={units.map((one) => ({ value: one, label: t[one] }))}
          value={unit}
          onChange={(event) => setUnit(event.currentTarget.value)}
        />
      </div>
      <p className={listCss.caption}>{t.silentNote}</p>
      <p className={listCss.caption}>{t.intervalNote}</p>
      <ApplyButton />
    </form>
  )
}
