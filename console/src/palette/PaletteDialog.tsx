import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Fragment, useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useText } from '../ui/words/text.ts'
import { pasteLines } from '../ui/form/paste-lines.ts'
import { looksLikeCampaign } from './found-campaigns.ts'
import { looksLikeNumber } from './found-sims.ts'
import { fieldText } from './field-text.ts'
import { paletteText } from './palette-text.ts'
import { useChoices } from './use-choices.tsx'
import type { Choice } from './use-choices.tsx'
import css from './palette.module.css'

interface PaletteDialogProps {
  /** Typed text. It includes the text typed before the dialog was loaded. */
  query: string
  onQuery: (query: string) => void
  /** True if Enter was pressed before the dialog was loaded. */
  confirmed: boolean
  onClose: () => void
  onShortcuts: () => void
}

/**
 * Search for SIMs, campaigns, packages, members, pages and actions. The arrow keys select an option, Enter opens it, Esc closes the dialog.
 */
export function PaletteDialog({ query, onQuery, confirmed, onClose, onShortcuts }: PaletteDialogProps) {
  const t = useText(paletteText)
  const field = useText(fieldText)
  const [chosen, setChosen] = useState<string | null>(null)
  const [enterPending, setEnterPending] = useState(confirmed)
  const { choices, waiting } = useChoices(query, onShortcuts)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // The results of the server are listed first but arrive later than pages and actions. They do not move the selection away from an
  // option, not even from a page that is selected by default.
  const awaited = looksLikeNumber(query) || looksLikeCampaign(query)
  const preselected = awaited ? choices[0] : (choices.find(({ group }) => group === 'pages' || group === 'actions') ?? choices[0])
  const at = choices.findIndex((choice) => choice.id === (chosen ?? preselected?.id))
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at, query])

  const take = (choice: Choice | undefined): void => {
    if (!choice) return
    onClose()
    choice.run()
  }
  // If Enter was pressed right after a number was pasted, its SIM opens as soon as the search has found it.
  useEffect(() => {
    if (enterPending && !waiting) take(choices[at])
  })
  const change = (next: string): void => {
    onQuery(next)
    setChosen(null)
    setEnterPending(false)
  }
  const last = choices.length - 1
  const press = (event: KeyboardEvent): void => {
    // Enter and arrow keys belong to the Japanese input method while it composes.
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: at >= last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      setChosen(choices[to]?.id ?? null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (waiting && chosen === null && awaited) setEnterPending(true)
      else take(choices[at])
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      centered={false}
      yOffset="12vh"
      aria-label={field.open}
      classNames={{ body: css.body }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <div className={css.field}>
        <IconSearch size={18} />
        <input
          ref={focusNow}
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          aria-label={field.open}
          placeholder={field.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => change(event.currentTarget.value)}
          onPaste={(event) => pasteLines(event, change)}
          onKeyDown={press}
        />
      </div>
      <div className={css.list} role="listbox" id={`${id}-list`} aria-label={t.results} ref={list}>
        {choices.map((choice, index) => (
          <Fragment key={choice.id}>
            {choice.group !== choices[index - 1]?.group && (
              <div className={css.group} role="presentation">
                {t[choice.group]}
              </div>
            )}
            <div
              // The focus stays in the field; aria-activedescendant names the selected option.
              className={css.option}
              role="option"
              id={`${id}-${index}`}
              aria-selected={index === at}
              tabIndex={-1}
              onPointerMove={() => setChosen(choice.id)}
              onClick={() => take(choice)}
            >
              {choice.words}
            </div>
          </Fragment>
        ))}
      </div>
      {choices.length === 0 && <p className={css.none}>{waiting ? t.searching : t.none}</p>}
      <p className={css.count} role="status">
        {query === '' || waiting ? '' : t.found(choices.length)}
      </p>
    </Modal>
  )
}

/** Focuses the field at once. The focus trap of the dialog would do it later, and the keys typed until then would be lost. */
function focusNow(field: HTMLInputElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
