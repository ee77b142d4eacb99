import { IconX } from '@tabler/icons-react'
import css from './tags.module.css'

interface TagChipsProps {
  /** Name of the list. */
  label: string
  tags: readonly string[]
  /** Absent if the tags cannot be removed. */
  onRemove?: (tag: string) => void
  /** Name of the button that removes a tag. */
  removeWords?: (tag: string) => string
}

/** Tags as chips, each with a button that removes it. */
export function TagChips({ label, tags, onRemove, removeWords }: TagChipsProps) {
  return (
    <ul className={css.chips} aria-label={label}>
      {tags.map((tag) => (
        <li key={tag} className={css.chip}>
          <bdi>{tag}</bdi>
          {onRemove && (
            <button type="button" className={css.remove} aria-label={removeWords?.(tag)} onClick={() => onRemove(tag)}>
              <IconX size={12} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
