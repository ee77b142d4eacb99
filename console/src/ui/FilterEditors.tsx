import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { defineText, useText } from './text.ts'
import css from './list.module.css'

const text = defineText({ apply: { ja: '適用', en: 'Apply' } })

/** The foot of every editor of a filter. */
export function ApplyButton({ disabled }: { disabled?: boolean }) {
  const t = useText(text)
  return (
    <div className={css.editorFoot}>
      <Button type="submit" variant="primary" size="sm" disabled={disabled}>
        {t.apply}
      </Button>
    </div>
  )
}

interface ChoiceEditorProps<Value extends string> {
  options: readonly { value: Value; words: ReactNode }[]
  value: readonly Value[]
  onApply: (value: Value[]) => void
  close: () => void
}

/** Any of several values. */
export function ChoiceEditor<Value extends string>({ options, value, onApply, close }: ChoiceEditorProps<Value>) {
  const [picked, setPicked] = useState<readonly Value[]>(value)
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(options.map((option) => option.value).filter((option) => picked.includes(option)))
        close()
      }}
    >
      <div className={css.choices}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            className={css.choice}
            label={option.words}
            checked={picked.includes(option.value)}
            onChange={(event) =>
              setPicked(event.currentTarget.checked ? [...picked, option.value] : picked.filter((other) => other !== option.value))
            }
          />
        ))}
      </div>
      <ApplyButton />
    </form>
  )
}

interface TextEditorProps {
  label: string
  value: string
  placeholder?: string
  onApply: (value: string) => void
  close: () => void
}

/** A free word. */
export function TextEditor({ label, value, placeholder, onApply, close }: TextEditorProps) {
  const [typed, setTyped] = useState(value)
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(typed.trim())
        close()
      }}
    >
      <TextInput
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ApplyButton />
    </form>
  )
}
