import { Notifications, notifications } from '@mantine/notifications'
import { IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { TextButton } from './Button.tsx'
import { FailedGlyph, SucceededGlyph } from './glyphs.tsx'
import { defineText, useText } from './text.ts'
import css from './toast.module.css'
import tones from './tones.module.css'

const text = defineText({ close: { ja: '閉じる', en: 'Close' } })

interface ToastLink {
  words: string
  onClick: () => void
}
interface ToastBodyProps {
  kind: 'success' | 'error'
  title: string
  message?: ReactNode
  link?: ToastLink
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

function show(kind: 'success' | 'error', title: string, message?: ReactNode, link?: ToastLink): void {
  const id = notifications.show({
    message: null,
    renderNotification: () => <ToastBody kind={kind} title={title} message={message} link={link} onClose={() => notifications.hide(id)} />,
  })
}

/** Says what happened, top right, for 5000 ms (specification §9); longer while the pointer is over it. */
export const toast = {
  success: (title: string, message?: ReactNode, link?: ToastLink): void => show('success', title, message, link),
  error: (title: string, message?: ReactNode, link?: ToastLink): void => show('error', title, message, link),
}

/** Where toasts appear; once per application. */
export function Toasts() {
  return (
    <Notifications
      position="top-right"
      autoClose={5000}
      containerWidth={360}
      limit={4}
      zIndex={300}
      transitionDuration={180}
      classNames={{ root: css.root }}
    />
  )
}
