import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../form/Button.tsx'
import { pasteLines } from '../form/paste-lines.ts'
import { defineText, useText } from '../words/text.ts'
import css from './list.module.css'

const text = defineText({ apply: { ja: '適用', en: 'Apply' } })

/** Apply button at the foot of every filter editor. */
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

/** Editor for a filter that accepts any of several values. */
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
  /** Reason for which a text cannot be applied; null if it can. An empty text removes the filter. */
  problem?: ((typed: string) => string | null) | undefined
  onApply: (value: string) => void
  close: () => void
}

/** Editor for a filter with free text. */
export function TextEditor({ label, value, placeholder, problem, onApply, close }: TextEditorProps) {
  const [typed, setTyped] = useState(value)
  const [refused, setRefused] = useState<string | null>(null)
  const change = (next: string): void => {
    setTyped(next)
    setRefused(null)
  }
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault()
        const why = typed.trim() === '' ? null : (problem?.(typed) ?? null)
        setRefused(why)
        if (why !== null) return
        onApply(typed.trim())
        close()
      }}
    >
      <TextInput
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        error={refused}
        data-autofocus
        onChange={(event) => change(event.currentTarget.value)}
        onPaste={(event) => pasteLines(event, change)}
      />
      <ApplyButton />
    </form>
  )
}
