import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { chooseLanguage } from '../session/save-settings.ts'
import { useMe } from '../session/use-me.ts'
import { useApplication } from '../ui/application.ts'
import { useLanguage } from '../ui/language.ts'
import { useText } from '../ui/text.ts'
import { useThemeStore } from '../ui/theme-store.ts'
import { findEntries } from './entries.ts'
import type { PaletteEntry } from './entries.ts'
import { paletteText } from './palette-text.ts'
import css from './palette.module.css'

interface PaletteDialogProps {
  onClose: () => void
  onShortcuts: () => void
}

/** Finds pages and actions by what is typed; arrows choose, Enter takes, Esc closes. */
export function PaletteDialog({ onClose, onShortcuts }: PaletteDialogProps) {
  const t = useText(paletteText)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries(query, onShortcuts)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at, query])

  const take = (entry: PaletteEntry | undefined): void => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const last = entries.length - 1
  const press = (event: KeyboardEvent): void => {
    // Enter and arrows of a Japanese input method choose its own candidates.
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: at >= last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      setAt(to)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      take(entries[at])
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      centered={false}
      yOffset="12vh"
      aria-label={t.open}
      classNames={{ body: css.body }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <div className={css.field}>
        <IconSearch size={18} />
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={entries[at] && `${id}-${at}`}
          aria-label={t.open}
          placeholder={t.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
      </div>
      <div className={css.list} role="listbox" id={`${id}-list`} aria-label={t.results} ref={list}>
        {entries.map((entry, index) => (
          <Fragment key={entry.id}>
            {entry.group !== entries[index - 1]?.group && (
              <div className={css.group} role="presentation">
                {t[entry.group]}
              </div>
            )}
            <Option entry={entry} id={`${id}-${index}`} chosen={index === at} onPoint={() => setAt(index)} onTake={() => take(entry)} />
          </Fragment>
        ))}
      </div>
      {entries.length === 0 && <p className={css.none}>{t.none}</p>}
      <p className={css.count} role="status">
        {query === '' ? '' : t.found(entries.length)}
      </p>
    </Modal>
  )
}

interface OptionProps {
  entry: PaletteEntry
  id: string
  chosen: boolean
  onPoint: () => void
  onTake: () => void
}

function Option({ entry, id, chosen, onPoint, onTake }: OptionProps) {
  const language = useLanguage()
  return (
    // The focus stays in the field, which says by aria-activedescendant where the choice is.
    <div className={css.option} role="option" id={id} aria-selected={chosen} tabIndex={-1} onPointerMove={onPoint} onClick={onTake}>
      {entry.name[language]}
      <span className={css.other} lang={language === 'ja' ? 'en' : 'ja'}>
        {entry.name[language === 'ja' ? 'en' : 'ja']}
      </span>
    </div>
  )
}

function useEntries(query: string, showShortcuts: () => void): PaletteEntry[] {
  const navigate = useNavigate()
  const language = useLanguage()
  const { appearance, setAppearance } = useThemeStore()
  const features = useApplication((application) => application.features)
  const held = new Set(useMe().role.permissions.map(({ permission }) => permission.name))
  return findEntries(query, {
    may: (permission) => held.has(permission),
    features,
    language,
    appearance,
    go: (path) => void navigate({ to: path }),
    setLanguage: (next) => void chooseLanguage(next),
    setAppearance,
    showShortcuts,
  })
}
