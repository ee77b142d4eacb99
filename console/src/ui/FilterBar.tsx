import { Checkbox, Popover, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Kbd } from './Bits.tsx'
import { Button } from './Button.tsx'
import { defineText, useText } from './text.ts'
import { isTyping } from './typing.ts'
import css from './list.module.css'

const text = defineText({
  search: { ja: '検索', en: 'Search' },
  add: { ja: '条件を追加', en: 'Add filter' },
  clear: { ja: 'すべて解除', en: 'Clear' },
  remove: { ja: (name: string) => `条件「${name}」を外す`, en: (name: string) => `Remove filter ${name}` },
  apply: { ja: '適用', en: 'Apply' },
})

/** A condition that a list can be narrowed by. */
export interface Filter {
  id: string
  name: string
  /** The chosen value as the chip says it; null while the condition is not set. */
  value: string | null
  /** Edits the value; call `close` when done. Use `ChoiceEditor` or `TextEditor`. */
  editor: (close: () => void) => ReactNode
  onRemove: () => void
}

interface FilterBarProps {
  search?: { value: string; placeholder: string; onChange: (value: string) => void }
  filters: readonly Filter[]
  onClear: () => void
  end?: ReactNode
}

/** Search field, the set conditions as phrases, and the way to add another. */
export function FilterBar({ search, filters, onClear, end }: FilterBarProps) {
  const t = useText(text)
  const set = filters.filter((filter) => filter.value !== null)
  const unset = filters.filter((filter) => filter.value === null)
  return (
    <div className={css.filterBar} role="search">
      {search && <SearchField {...search} />}
      <div className={css.chips}>
        {set.map((filter) => (
          <FilterChip key={filter.id} filter={filter} />
        ))}
        {unset.length > 0 && <AddFilter filters={unset} />}
        {(set.length > 0 || search?.value) && (
          <Button variant="ghost" size="sm" onClick={onClear}>
            {t.clear}
          </Button>
        )}
      </div>
      {end && <div className={css.filterEnd}>{end}</div>}
    </div>
  )
}

interface SearchFieldProps {
  value: string
  placeholder: string
  onChange: (value: string) => void
}

/** Searches 300 ms after the last key, at once on Enter; `/` focuses it, Esc empties it. */
export function SearchField({ value, placeholder, onChange }: SearchFieldProps) {
  const t = useText(text)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const latest = useRef(onChange)
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (typed === value) return
    const timer = window.setTimeout(() => latest.current(typed.trim()), 300)
    return () => window.clearTimeout(timer)
  }, [typed, value])
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [])
  return (
    <label className={css.search}>
      <IconSearch size={16} />
      <input
        ref={field}
        type="search"
        aria-label={t.search}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onChange(typed.trim())
          if (event.key === 'Escape') {
            setTyped('')
            onChange('')
          }
        }}
      />
      <span className={css.wideOnly}>
        <Kbd>/</Kbd>
      </span>
    </label>
  )
}

function FilterChip({ filter }: { filter: Filter }) {
  const t = useText(text)
  const [open, setOpen] = useState(false)
  return (
    <span className={css.chip}>
      <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={css.chipWords} onClick={() => setOpen(!open)}>
            <span>{filter.name}</span>
            <b>{filter.value}</b>
          </button>
        </Popover.Target>
        <Popover.Dropdown>{filter.editor(() => setOpen(false))}</Popover.Dropdown>
      </Popover>
      <button
        type="button"
        className={css.chipRemove}
        aria-label={t.remove(filter.name)}
        title={t.remove(filter.name)}
        onClick={filter.onRemove}
      >
        <IconX size={14} />
      </button>
    </span>
  )
}

/** The list of conditions gave way to an editor: the focus that went with it goes on to the editor. */
function focusFirst(editor: HTMLElement | null): void {
  editor?.querySelector<HTMLElement>('input, button')?.focus()
}

function AddFilter({ filters }: { filters: readonly Filter[] }) {
  const t = useText(text)
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const close = (): void => {
    setOpen(false)
    setChosen(null)
  }
  const filter = filters.find(({ id }) => id === chosen)
  return (
    <Popover opened={open} onChange={(next) => (next ? setOpen(true) : close())} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={css.add} onClick={() => (open ? close() : setOpen(true))}>
          <IconPlus size={14} />
          {t.add}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        {filter ? (
          <div className={css.editor} ref={focusFirst}>
            <b className={css.strong}>{filter.name}</b>
            {filter.editor(close)}
          </div>
        ) : (
          <div className={css.fields}>
            {filters.map(({ id, name }) => (
              <button key={id} type="button" onClick={() => setChosen(id)}>
                {name}
              </button>
            ))}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
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
  const t = useText(text)
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
      <div className={css.editorFoot}>
        <Button type="submit" variant="primary" size="sm">
          {t.apply}
        </Button>
      </div>
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
  const t = useText(text)
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
      <div className={css.editorFoot}>
        <Button type="submit" variant="primary" size="sm">
          {t.apply}
        </Button>
      </div>
    </form>
  )
}
