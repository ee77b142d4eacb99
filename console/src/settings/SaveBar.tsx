import { IconPencil } from '@tabler/icons-react'
import { Button } from '../ui/form/Button.tsx'
import { Status } from '../ui/value/StatusText.tsx'
import { useText } from '../ui/words/text.ts'
import css from './settings.module.css'
import { settingsText } from './settings-text.ts'

interface SaveBarProps {
  changed: boolean
  busy: boolean
  onDiscard: () => void
}

/** Bar below a settings form: a note on unsaved changes, and the buttons to discard and to save them. */
export function SaveBar({ changed, busy, onDiscard }: SaveBarProps) {
  const t = useText(settingsText)
  return (
    <div className={css.saveBar} data-changed={changed || undefined}>
      <span role="status">
        {changed ? (
          <Status tone="interrupted" glyph={<IconPencil size={14} />}>
            {t.changed}
          </Status>
        ) : (
          <span className={css.unchanged}>{t.unchanged}</span>
        )}
      </span>
      <Button disabled={!changed || busy} onClick={onDiscard}>
        {t.discard}
      </Button>
      <Button type="submit" variant="primary" disabled={!changed} busy={busy}>
        {t.save}
      </Button>
    </div>
  )
}
