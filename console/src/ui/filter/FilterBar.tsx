import { Popover } from '@mantine/core'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Kbd } from '../value/Bits.tsx'
import { Button } from '../form/Button.tsx'
import { takeEarlyKeys } from '../form/early-keys.ts'
import { pasteLines } from '../form/paste-lines.ts'
import type { ChoiceEditor as ChoiceEditorPart } from './FilterEditors.tsx'
import { defineText, useText } from '../words/text.ts'
import { isTyping } from '../form/typing.ts'
import css from './list.module.css'

const text = defineText({
  search: { ja: '検索', en: 'Search' },
  add: { ja: '条件を追加', en: 'Add filter' },
  clear: { ja: 'すべて解除', en: 'Clear' },
  remove: { ja: (name: string) => `条件「${name}」を外す`, en: (name: string) => `Remove filter ${name}` },
})

const FilterMenu = lazy(async () => ({ default: (await import('./FilterMenu.tsx')).FilterMenu }))
/** Editor for a filter that accepts any of several values. */
export const ChoiceEditor = lazy(async () => ({
  default: (await import('./FilterEditors.tsx')).ChoiceEditor,
})) as unknown as typeof ChoiceEditorPart
/** Editor for a filter with free text. */
export const TextEditor = lazy(async () => ({ default: (await import('./FilterEditors.tsx')).TextEditor }))

/** A filter of a list. */
export interface Filter {
  id: string
  name: string
  /** Text of the chosen value for the chip; null while the filter is not set. */
  value: ReactNode
  /** Editor of the value, such as `ChoiceEditor` or `TextEditor`. It may load lazily. It calls `close` when the user is done. */
  editor: (close: () => void) => ReactNode
  onRemove: () => void
}

interface FilterBarProps {
  search?: SearchFieldProps
  filters: readonly Filter[]
  onClear: () => void
  end?: ReactNode
}

/** Search field, a chip for each filter that is set, and a button that adds a filter. */
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

export interface SearchFieldProps {
  value: string
  placeholder: string
  onChange: (value: string) => void
  /** Applies a text in another way than as this value; true if it did, and the field becomes empty. */
  takes?: (typed: string) => boolean
  /** Reason for which a text cannot be searched; null if it can. */
  problem?: (typed: string) => string | null
}

/** Search field. It searches 300 ms after the last key, or at once on Enter. The key `/` focuses it, Esc empties it. */
export function SearchField({ value, placeholder, onChange, takes, problem }: SearchFieldProps) {
  const t = useText(text)
  const field = useRef<HTMLInputElement>(null)
  const [early] = useState(() => takeEarlyKeys('search'))
  const [typed, setTyped] = useState(early ?? value)
  const [known, setKnown] = useState(value)
  const refused = typed.trim() === '' ? null : (problem?.(typed) ?? null)
  const change = (next: string): void => {
    if (next !== '' && problem?.(next)) return
    if (next !== '' && takes?.(next)) setTyped('')
    else onChange(next)
  }
  const latest = useRef(change)
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    latest.current = change
  })
  useEffect(() => {
    if (typed === value) return
    const timer = window.setTimeout(() => latest.current(typed.trim()), 300)
    return () => window.clearTimeout(timer)
  }, [typed, value])
  useEffect(() => {
    if (early !== null) field.current?.focus()
  }, [early])
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
    <>
      <label className={css.search}>
        <IconSearch size={16} />
        <input
          ref={field}
          type="search"
          aria-invalid={refused !== null || undefined}
          aria-label={t.search}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onPaste={(event) => pasteLines(event, setTyped)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) change(typed.trim())
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
      {refused !== null && (
        <p className={css.searchProblem} role="alert">
          {refused}
        </p>
      )}
    </>
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
        <Popover.Dropdown>
          <FocusedContent>{filter.editor(() => setOpen(false))}</FocusedContent>
        </Popover.Dropdown>
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

/** Moves the focus into a part that was loaded lazily or has replaced another part. */
function focusFirst(part: HTMLElement | null): void {
  const first = part?.querySelector<HTMLElement>('[data-autofocus]') ?? part?.querySelector<HTMLElement>('input, button')
  first?.focus()
}

function FocusedContent({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<div className={css.editor} />}>
      <div ref={focusFirst}>{children}</div>
    </Suspense>
  )
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
          <div className={css.editor}>
            <b className={css.strong}>{filter.name}</b>
            <FocusedContent key={filter.id}>{filter.editor(close)}</FocusedContent>
          </div>
        ) : (
          <FocusedContent key="menu">
            <FilterMenu filters={filters} onChoose={setChosen} />
          </FocusedContent>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
