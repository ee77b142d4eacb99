import { IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { TextButton } from './Button.tsx'
import { FailedGlyph, SucceededGlyph } from './glyphs.tsx'
import { defineText, useText } from './text.ts'
import { countDown, dismissToast, holdToast, showToast, useToasts } from './toast-list.ts'
import type { ToastContent, ToastLink } from './toast-list.ts'
import css from './toast.module.css'
import tones from './tones.module.css'

const text = defineText({ region: { ja: 'お知らせ', en: 'Notifications' }, close: { ja: '閉じる', en: 'Close' } })

interface ToastBodyProps extends ToastContent {
  onClose?: () => void
}

/** How a toast looks; shown by `toast`. */
export function ToastBody({ kind, title, message, link, onClose }: ToastBodyProps) {
  const t = useText(text)
  return (
    <div className={clsx(css.toast, tones[kind === 'success' ? 'succeeded' : 'failed'])} role={kind === 'error' ? 'alert' : 'status'}>
      {kind === 'success' ? <SucceededGlyph /> : <FailedGlyph />}
      <div className={css.words}>
        <div className={css.title}>{title}</div>
        {message && <div className={css.message}>{message}</div>}
      </div>
      {link && <TextButton onClick={link.onClick}>{link.words}</TextButton>}
      <button type="button" className={css.close} aria-label={t.close} onClick={onClose}>
        <IconX size={14} />
      </button>
    </div>
  )
}

/** Says what happened, top right, for 5000 ms (specification §9); longer while the pointer or the focus is on it. */
export const toast = {
  success: (title: string, message?: ReactNode, link?: ToastLink): void => showToast({ kind: 'success', title, message, link }),
  error: (title: string, message?: ReactNode, link?: ToastLink): void => showToast({ kind: 'error', title, message, link }),
}

/** Where toasts appear; once per application. */
export function Toasts() {
  const t = useText(text)
  const { shown } = useToasts()
  return (
    <div className={css.root} role="region" aria-label={t.region}>
      {shown.map(({ id, ...content }) => (
        <div
          key={id}
          className={css.place}
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
