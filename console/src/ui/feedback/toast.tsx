import { IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { TextButton } from '../form/Button.tsx'
import { FailedGlyph, SucceededGlyph } from '../value/glyphs.tsx'
import { formatNumber } from '../words/numbers.ts'
import { defineText, useText } from '../words/text.ts'
import { countDown, dismissToast, holdToast, showToast, useToasts } from './toast-list.ts'
import type { ToastContent, ToastLink } from './toast-list.ts'
import { freeTop, keepFreeBoxes } from './toast-position.ts'
import css from './toast.module.css'
import tones from '../theme/tones.module.css'

const text = defineText({
  region: { ja: 'お知らせ', en: 'Notifications' },
  close: { ja: '閉じる', en: 'Close' },
  times: { ja: (n: string) => `${n}回`, en: (n: string) => `${n} times` },
})

interface ToastBodyProps extends ToastContent {
  /** Number of times that the message was shown. */
  times?: number
  onClose?: () => void
}

/** Layout of one toast. */
export function ToastBody({ kind, title, message, link, times = 1, onClose }: ToastBodyProps) {
  const t = useText(text)
  return (
    <div className={clsx(css.toast, tones[kind === 'success' ? 'succeeded' : 'failed'])} role={kind === 'error' ? 'alert' : 'status'}>
      {kind === 'success' ? <SucceededGlyph /> : <FailedGlyph />}
      <div className={css.words}>
        <div className={css.title}>
          {title}
          {times > 1 && <span className={css.times}>{t.times(formatNumber(times))}</span>}
        </div>
        {message && <div className={css.message}>{message}</div>}
      </div>
      {link && <TextButton onClick={link.onClick}>{link.words}</TextButton>}
      <button type="button" className={css.close} aria-label={t.close} onClick={onClose}>
        <IconX size={14} />
      </button>
    </div>
  )
}

/** Shows a message at the top right for 5000 ms (specification §9). It stays longer while the pointer or the focus is on it. */
export const toast = {
  success: (title: string, message?: ReactNode, link?: ToastLink): void => showToast({ kind: 'success', title, message, link }),
  error: (title: string, message?: ReactNode, link?: ToastLink): void => showToast({ kind: 'error', title, message, link }),
}

/** Container of the toasts. Render it once per application. */
export function Toasts() {
  const t = useText(text)
  const { shown } = useToasts()
  const root = useFreePosition(shown.length > 0)
  return (
    <div ref={root} className={css.root} role="region" aria-label={t.region}>
      {shown.map(({ id, ...content }) => (
        <div
          key={id}
          className={css.slot}
          onPointerEnter={() => holdToast(id)}
          onPointerLeave={() => countDown(id)}
          onFocus={() => holdToast(id)}
          onBlur={() => countDown(id)}
        >
          <ToastBody {...content} onClose={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  )
}

const beginsAt = 64
const followMs = 250

/**
 * Moves the toasts away from primary buttons and open menus while the page changes. Toasts do not move while the pointer or the
 * focus is on them.
 */
function useFreePosition(hasToasts: boolean) {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!hasToasts) return
    const move = (): void => {
      const element = root.current
      if (!element || element.matches(':hover, :focus-within')) return
      const { height, left, right } = element.getBoundingClientRect()
      element.style.top = `${freeTop(beginsAt, { height, left, right, lowest: window.innerHeight }, keepFreeBoxes())}px`
    }
    move()
    const timer = window.setInterval(move, followMs)
    return () => window.clearInterval(timer)
  }, [hasToasts])
  return root
}
