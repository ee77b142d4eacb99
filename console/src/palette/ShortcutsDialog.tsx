import { Fragment } from 'react'
import { Kbd } from '../ui/value/Bits.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Dialog } from '../ui/feedback/Dialog.tsx'
import { useText } from '../ui/words/text.ts'
import { paletteText } from './palette-text.ts'
import { paletteKeys } from './palette-keys.ts'
import css from './palette.module.css'

/** Shortcuts that work on every page. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText(paletteText)
  const shortcuts: [keys: string[], words: string][] = [
    [[paletteKeys], t.openPalette],
    [['/'], t.focusSearch],
    [['?'], t.showShortcuts],
    [['↑', '↓'], t.choose],
    [['Enter'], t.take],
    [['Esc'], t.close],
  ]
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t.shortcuts}
      size={440}
      foot={
        <Button data-autofocus onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <dl className={css.shortcuts}>
        {shortcuts.map(([keys, description]) => (
          <Fragment key={description}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
