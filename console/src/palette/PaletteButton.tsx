import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { inTime } from '../session/address/load-screen.ts'
import { Kbd } from '../ui/value/Bits.tsx'
import { opensPalette, takeEarlyKeys } from '../ui/form/early-keys.ts'
import { useText } from '../ui/words/text.ts'
import { isTyping } from '../ui/form/typing.ts'
import { paletteKeys } from './palette-keys.ts'
import { fieldText } from './field-text.ts'
import { WaitingField } from './WaitingField.tsx'
import css from './palette.module.css'

/** Loads the palette. A failure of the early load is ignored, because opening the palette loads it again. */
const loadPalette = async () => ({ default: (await inTime(import('./PaletteDialog.tsx'))).PaletteDialog })
const PaletteDialog = lazy(loadPalette)
const ShortcutsDialog = lazy(async () => ({ default: (await inTime(import('./ShortcutsDialog.tsx'))).ShortcutsDialog }))

/**
 * Search box of the header, reduced to an icon on phones. It handles the shortcuts Ctrl/⌘-K and `?`. Its dialogs are loaded on
 * demand. Until the palette is loaded, a simple field takes the typed text, which the palette then shows.
 */
export function PaletteButton() {
  const t = useText(fieldText)
  const [early] = useState(() => takeEarlyKeys('palette'))
  const [shown, setShown] = useState<'none' | 'palette' | 'shortcuts'>(early === null ? 'none' : 'palette')
  const [query, setQuery] = useState(early ?? '')
  const [confirmed, setConfirmed] = useState(false)
  const open = (): void => {
    setQuery('')
    setConfirmed(false)
    setShown('palette')
  }
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // While another dialog is open, its keys are not shortcuts of the page.
      if (shown === 'none' && document.querySelector('[role="dialog"][aria-modal="true"]')) return
      if (opensPalette(event)) {
        event.preventDefault()
        // The field must exist before the next key arrives, which may be before the next frame.
        flushSync(() => (shown === 'palette' ? setShown('none') : open()))
      } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) {
        event.preventDefault()
        setShown('shortcuts')
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [shown])
  const close = (): void => setShown('none')
  return (
    <>
      <button
        type="button"
        className={css.box}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        onPointerEnter={() => void loadPalette().catch(() => undefined)}
      >
        <IconSearch size={16} />
        <span className={css.boxWords}>{t.open}</span>
        <span className={css.keys} aria-hidden="true">
          <Kbd>{paletteKeys}</Kbd>
        </span>
      </button>
      {shown === 'palette' && (
        <Suspense fallback={<WaitingField query={query} onQuery={setQuery} onConfirm={() => setConfirmed(true)} onClose={close} />}>
          <PaletteDialog query={query} onQuery={setQuery} confirmed={confirmed} onClose={close} onShortcuts={() => setShown('shortcuts')} />
        </Suspense>
      )}
      <Suspense>{shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}</Suspense>
    </>
  )
}
