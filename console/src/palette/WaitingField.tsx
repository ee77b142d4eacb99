import { IconSearch } from '@tabler/icons-react'
import { useText } from '../ui/words/text.ts'
import { fieldText } from './field-text.ts'
import css from './palette.module.css'

interface WaitingFieldProps {
  query: string
  onQuery: (query: string) => void
  onConfirm: () => void
  onClose: () => void
}

const focus = (field: HTMLInputElement | null): void => field?.focus()

/** Input field that is shown until the palette is loaded. It looks like the field of the palette. */
export function WaitingField({ query, onQuery, onConfirm, onClose }: WaitingFieldProps) {
  const t = useText(fieldText)
  return (
    <div className={css.waiting}>
      <div className={css.field}>
        <IconSearch size={18} />
        <input
          ref={focus}
          aria-label={t.open}
          placeholder={t.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) onConfirm()
            if (event.key === 'Escape') onClose()
          }}
        />
      </div>
    </div>
  )
}
