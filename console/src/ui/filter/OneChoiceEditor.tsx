import { Radio } from '@mantine/core'
import { useId, useState } from 'react'
import { Button } from '../form/Button.tsx'
import { defineText, useText } from '../words/text.ts'
import css from './list.module.css'

const text = defineText({ apply: { ja: '適用', en: 'Apply' } })

interface OneChoiceEditorProps<Value extends string> {
  options: readonly { value: Value; words: string }[]
  value: Value | null
  onApply: (value: Value | null) => void
  close: () => void
}

/** Editor for a filter that accepts one of several values. */
export function OneChoiceEditor<Value extends string>({ options, value, onApply, close }: OneChoiceEditorProps<Value>) {
  const t = useText(text)
  const name = useId()
  const [picked, setPicked] = useState(value)
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(picked)
        close()
      }}
    >
      <div className={css.choices}>
        {options.map((option) => (
          <Radio
            key={option.value}
            className={css.choice}
            name={name}
            label={option.words}
            checked={picked === option.value}
            onChange={() => setPicked(option.value)}
          />
        ))}
      </div>
      <div className={css.editorFoot}>
        <Button type="submit" variant="primary" size="sm">
          {t.apply}
        </Button>
      </div>
    </form>
  )
}
