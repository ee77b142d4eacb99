import { Modal, TextInput } from '@mantine/core'
import clsx from 'clsx'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import { Button } from '../form/Button.tsx'
import type { Tone } from '../value/glyphs.tsx'
import { digitsIn, formatNumber } from '../words/numbers.ts'
import { defineText, useText } from '../words/text.ts'
import css from './dialog.module.css'
import tones from '../theme/tones.module.css'

const text = defineText({
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  type: { ja: (word: string) => `確認のため「${word}」と入力`, en: (word: string) => `Type ${word} to confirm` },
})

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons. The last one is the one that confirms. */
  foot?: ReactNode
  size?: number
  /** Keeps the dialog open on Esc and on a click outside, which would lose the typed input. */
  keepOpen?: boolean
}

/**
 * Returns the focus to the element that had it when the dialog opened, or to the content of the page if that element is gone, as the bar of
 * a selection is after its action. Mantine's own return of the focus works only if the dialog was mounted before it opened. A dialog that
 * opens again keeps the focus.
 */
function useFocusReturn(opened: boolean) {
  const dialog = useRef<HTMLDivElement>(null)
  const timer = useRef(0)
  useLayoutEffect(() => {
    const opener = document.activeElement
    if (opened) window.clearTimeout(timer.current)
    if (!opened || !(opener instanceof HTMLElement) || opener === document.body) return
    const content = dialog.current
    return () => {
      timer.current = window.setTimeout(() => {
        const now = document.activeElement
        const isLost = now === null || now === document.body || content?.contains(now) === true
        const next = opener.isConnected ? opener : document.getElementById('main')
        if (isLost) next?.focus({ preventScroll: true })
      }, afterTransition)
    }
  }, [opened])
  return dialog
}

/** Time in ms that is longer than the fade-out of a dialog. */
const afterTransition = 250

/**
 * Marks the focused element of a dialog as the one that has the first focus. Mantine gives the first focus in timers, and on a busy
 * machine these run after the user has already chosen a field.
 */
function keepFocus({ target }: FocusEvent<HTMLElement>): void {
  const dialog = target.closest('[role="dialog"]')
  if (!dialog) return
  for (const element of dialog.querySelectorAll('[data-autofocus]')) element.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', 'true')
}

/** Dialog with a title, content, and buttons at the right. */
export function Dialog({ opened, onClose, title, children, foot, size = 520, keepOpen = false }: DialogProps) {
  const dialog = useFocusReturn(opened)
  return (
    <Modal
      ref={dialog}
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      onFocusCapture={keepFocus}
      closeOnEscape={!keepOpen}
      closeOnClickOutside={!keepOpen}
      // Mantine's <header> would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      {children}
      {foot && <div className={css.foot}>{foot}</div>}
    </Modal>
  )
}

interface DialogFootProps {
  /** Label of the button that submits the form. */
  act: string
  busy: boolean
  disabled?: boolean
  onCancel: () => void
}

/** Buttons of a form in a dialog: one that cancels, and one that submits the form. */
export function DialogFoot({ act, busy, disabled = false, onCancel }: DialogFootProps) {
  const t = useText(text)
  return (
    <div className={css.foot}>
      <Button onClick={onCancel}>{t.cancel}</Button>
      <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
        {act}
      </Button>
    </div>
  )
}

/** Effect of an action on a group of items. */
export interface Effect {
  tone: Tone
  glyph: ReactNode
  words: ReactNode
  more?: ReactNode
  count: number
  /** Shown in place of the number, if it is not known exactly. */
  countWords?: ReactNode
}

interface ConfirmProps {
  opened: boolean
  onClose: () => void
  title: string
  /** One sentence that describes the effect. */
  children?: ReactNode
  effects?: readonly Effect[]
  /** Label of the confirm button: the action, with the number of its items (「12件を削除」). */
  act: string
  danger?: boolean
  busy?: boolean
  onAct: () => void
  /** Label of the cancel button, if it is more precise than "cancel" (「配信を続ける」). */
  cancelLabel?: string
  /** A button for a milder action, shown beside the confirm button. */
  instead?: ReactNode
}

/**
 * Asks for confirmation of an action. The dialog stays open until the caller closes it, so that it can show a failure. The focus
 * starts on the confirm button. If the action is dangerous, it starts on the cancel button, so that a key pressed twice does not
 * confirm the action.
 */
export function ConfirmDialog(props: ConfirmProps) {
  return <Confirm {...props} ready />
}

function Confirm(props: ConfirmProps & { ready: boolean; keepOpen?: boolean; extra?: ReactNode }) {
  const {
    opened,
    onClose,
    title,
    children,
    effects,
    act,
    danger = false,
    busy,
    onAct,
    cancelLabel,
    instead,
    ready,
    keepOpen,
    extra,
  } = props
  const t = useText(text)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      keepOpen={keepOpen}
      foot={
        <>
          <Button onClick={onClose} data-autofocus={(danger && !extra) || undefined}>
            {cancelLabel ?? t.cancel}
          </Button>
          {instead}
          <Button
            variant={danger ? 'dangerFill' : 'primary'}
            busy={busy}
            disabled={!ready}
            onClick={onAct}
            data-autofocus={(!danger && !extra) || undefined}
          >
            {act}
          </Button>
        </>
      }
    >
      {children && <div className={css.words}>{children}</div>}
      {effects && (
        <div className={css.effects}>
          {effects.map((effect, index) => (
            <Fragment key={index}>
              <span className={clsx(tones[effect.tone])}>{effect.glyph}</span>
              <span>
                {effect.words}
                {effect.more && <span className={css.more}>{effect.more}</span>}
              </span>
              <b>{effect.countWords ?? formatNumber(effect.count)}</b>
            </Fragment>
          ))}
        </div>
      )}
      {extra}
    </Dialog>
  )
}

interface TypedConfirmProps extends ConfirmProps {
  /** Text that the user must type: the number of items, or the name of the item that will be lost. */
  word: string
  /** Label of the input. By default it is 「確認のため「…」と入力」. */
  ask?: string
}

/**
 * Asks for confirmation of an irreversible action. The confirm button is enabled when the user has typed `word`. A number may be
 * typed in full-width digits.
 */
export function TypedConfirm({ word, ask, ...props }: TypedConfirmProps) {
  const t = useText(text)
  const [typed, setTyped] = useState('')
  const close = (): void => {
    setTyped('')
    props.onClose()
  }
  return (
    <Confirm
      {...props}
      danger
      onClose={close}
      keepOpen={typed !== ''}
      ready={typed.trim() === word || digitsIn(typed) === word}
      extra={
        <TextInput
          className={css.field}
          label={ask ?? t.type(word)}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      }
    />
  )
}
