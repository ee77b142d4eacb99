import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { inTime } from '../session/load-screen.ts'
import { Kbd } from '../ui/Bits.tsx'
import { useText } from '../ui/text.ts'
import { isTyping } from '../ui/typing.ts'
import { onApple, paletteKeys } from './palette-keys.ts'
import { paletteText } from './palette-text.ts'
import css from './palette.module.css'

const PaletteDialog = lazy(async () => ({ default: (await inTime(import('./PaletteDialog.tsx'))).PaletteDialog }))
const ShortcutsDialog = lazy(async () => ({ default: (await inTime(import('./ShortcutsDialog.tsx'))).ShortcutsDialog }))

/** The command box of the header, an icon on phones; it owns Ctrl/⌘-K and `?`, and loads its dialogs when they are asked for. */
export function PaletteButton() {
  const t = useText(paletteText)
  const [shown, setShown] = useState<'none' | 'palette' | 'shortcuts'>('none')
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // Another dialog stands before the page: its keys are its own.
      if (shown === 'none' && document.querySelector('[role="dialog"][aria-modal="true"]')) return
      if (event.key.toLowerCase() === 'k' && (onApple ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        setShown(shown === 'palette' ? 'none' : 'palette')
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
        onClick={() => setShown('palette')}
      >
        <IconSearch size={16} />
        <span className={css.boxWords}>{t.open}</span>
        <span className={css.keys} aria-hidden="true">
          <Kbd>{paletteKeys}</Kbd>
        </span>
      </button>
      <Suspense>
        {shown === 'palette' && <PaletteDialog onClose={close} onShortcuts={() => setShown('shortcuts')} />}
        {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </>
  )
}
