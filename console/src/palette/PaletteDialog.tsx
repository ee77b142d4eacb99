import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { chooseLanguage } from '../session/api/save-settings.ts'
import { useMe } from '../session/use-me.ts'
import { useApplication } from '../ui/frame/application.ts'
import { useLanguage } from '../ui/words/language.ts'
import { useText } from '../ui/words/text.ts'
import { useThemeStore } from '../ui/theme/theme-store.ts'
import { findEntries } from './entries.ts'
import type { PaletteEntry } from './entries.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { pasteLines } from '../ui/form/paste-lines.ts'
import { CampaignOption } from './CampaignOption.tsx'
import { looksLikeCampaign, useFoundCampaigns } from './found-campaigns.ts'
import { looksLikeNumber, pastedNumbers, useFoundSims } from './found-sims.ts'
import { shortened } from '@simdeck/contract/sim-search.ts'
import { fieldText } from './field-text.ts'
import { paletteText } from './palette-text.ts'
import { SimOption } from './SimOption.tsx'
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

/** An option of the list. */
interface Choice {
  id: string
  group: 'sims' | 'campaigns' | PaletteEntry['group']
  words: ReactNode
  run: () => void
}

/** Search for SIMs, campaigns, pages and actions. The arrow keys select an option, Enter opens it, Esc closes the dialog. */
export function PaletteDialog({ query, onQuery, confirmed, onClose, onShortcuts }: PaletteDialogProps) {
  const t = useText(paletteText)
  const field = useText(fieldText)
  const [chosen, setChosen] = useState<string | null>(null)
  const [enterPending, setEnterPending] = useState(confirmed)
  const { choices, waiting } = useChoices(query, onShortcuts)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // SIMs and campaigns are listed first but arrive later than pages and actions. They do not move the selection away from an
  // option, not even from a page that is selected by default.
  const awaited = looksLikeNumber(query) || looksLikeCampaign(query)
  const preselected = awaited ? choices[0] : (choices.find(({ group }) => group !== 'sims' && group !== 'campaigns') ?? choices[0])
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

function EntryName({ entry }: { entry: PaletteEntry }) {
  const language = useLanguage()
  return (
    <>
      {entry.name[language]}
      <span className={css.other} lang={language === 'ja' ? 'en' : 'ja'}>
        {entry.name[language === 'ja' ? 'en' : 'ja']}
      </span>
    </>
  )
}

/** Options of the list: SIMs, campaigns, pages, actions. If the text looks like the ID of a campaign, campaigns come before SIMs. */
function useChoices(query: string, showShortcuts: () => void): { choices: Choice[]; waiting: boolean } {
  const t = useText(paletteText)
  const navigate = useNavigate()
  const sims = useFoundSims(query)
  const campaigns = useFoundCampaigns(query)
  const entries = useEntries(query, showShortcuts)
  const foundSims = sims.rows.map((sim): Choice => ({
    id: `sim-${sim.id}`,
    group: 'sims',
    words: <SimOption sim={sim} typed={query} />,
    run: () => void navigate({ to: '/sims/$id/$cid', params: { id: String(sim.id), cid: sim.iccid } }),
  }))
  const foundCampaigns = campaigns.rows.map((campaign): Choice => ({
    id: `campaign-${campaign.id}`,
    group: 'campaigns',
    words: <CampaignOption campaign={campaign} typed={query} />,
    run: () => void navigate({ to: '/otas/campaigns/$id', params: { id: String(campaign.id) } }),
  }))
  const named = entries.map((entry): Choice => ({ id: entry.id, group: entry.group, words: <EntryName entry={entry} />, run: entry.run }))
  const pasted = pastedNumbers(query)
  const list: Choice[] =
    pasted === null
      ? []
      : [
          {
            id: 'numbers',
            group: 'sims',
            words: t.listNumbers(formatNumber(pasted)),
            run: () => void navigate({ to: '/', search: { search: shortened(query) } }),
          },
        ]
  const found = looksLikeCampaign(query) ? [...foundCampaigns, ...foundSims] : [...foundSims, ...foundCampaigns]
  return { choices: [...list, ...found, ...named], waiting: sims.waiting || campaigns.waiting }
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
