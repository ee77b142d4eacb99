import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/form/Button.tsx'
import { isTyping } from '../../ui/form/typing.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import css from './log-screen.module.css'

interface LogPanelProps {
  id: number
  /** Place among the rows of the page, and their number. */
  index: number
  rows: number
  onMove: (step: 1 | -1) => void
  onClose: () => void
  children: ReactNode
}

/** Side panel with the details of a record. J and K go to the next and to the previous record, Escape closes. */
export function LogPanel({ id, index, rows, onMove, onClose, children }: LogPanelProps) {
  const t = useText(logText)
  const head = useRef<HTMLHeadingElement>(null)
  const act = useRef((_key: string): void => undefined)
  useEffect(() => {
    act.current = (key) => {
      if (key === 'Escape') onClose()
      if (key === 'j' && index + 1 < rows) onMove(1)
      if (key === 'k' && index > 0) onMove(-1)
    }
  })
  useEffect(() => {
    head.current?.focus()
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role=dialog]')) return
      act.current(event.key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <aside className={css.panel} aria-label={t.details}>
      <div className={css.panelHead}>
        <h2 ref={head} tabIndex={-1}>
          {t.record(formatNumber(id))} · {t.inList(formatNumber(index + 1))}
        </h2>
        <IconButton size="sm" variant="ghost" label={t.before} aria-keyshortcuts="k" disabled={index === 0} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} />
        </IconButton>
        <IconButton size="sm" variant="ghost" label={t.after} aria-keyshortcuts="j" disabled={index + 1 >= rows} onClick={() => onMove(1)}>
          <IconArrowDown size={16} />
        </IconButton>
        <IconButton size="sm" variant="ghost" label={t.close} aria-keyshortcuts="Escape" onClick={onClose}>
          <IconX size={16} />
        </IconButton>
      </div>
      <div className={css.panelBody} tabIndex={0} role="region" aria-label={t.details}>
        {children}
      </div>
    </aside>
  )
}
