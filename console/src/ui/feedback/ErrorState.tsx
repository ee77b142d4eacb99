import { IconRefresh } from '@tabler/icons-react'
import { Button, TextButton } from '../form/Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { FailedGlyph } from '../value/glyphs.tsx'
import { Note } from './Note.tsx'
import { defineText, useText } from '../words/text.ts'
import css from '../value/bits.module.css'

const text = defineText({
  title: { ja: '読み込めませんでした', en: 'Could not load' },
  retry: { ja: '再試行', en: 'Retry' },
})

interface ErrorProps {
  /** Error message in the language of the user. */
  message: string
  onRetry?: () => void
}

/** Placeholder for content that could not be loaded. */
export function ErrorState({ message, onRetry }: ErrorProps) {
  const t = useText(text)
  return (
    <EmptyState
      title={t.title}
      art={<BrokenArt />}
      actions={
        onRetry && (
          <Button icon={<IconRefresh size={16} />} onClick={onRetry}>
            {t.retry}
          </Button>
        )
      }
    >
      {message}
    </EmptyState>
  )
}

/** Error above content that is still shown but could not be refreshed. */
export function ErrorNote({ message, onRetry }: ErrorProps) {
  const t = useText(text)
  return (
    <Note tone="failed" glyph={<FailedGlyph />} end={onRetry && <TextButton onClick={onRetry}>{t.retry}</TextButton>}>
      {message}
    </Note>
  )
}

function BrokenArt() {
  return (
    <svg
      className={css.art}
      viewBox="0 0 72 72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M20 12h22l14 14v30a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4V16a4 4 0 0 1 4-4z" strokeDasharray="3 4" />
      <path d="M36 30v14M36 50v.1" stroke="var(--sd-failed-solid)" strokeWidth="2.5" />
    </svg>
  )
}
