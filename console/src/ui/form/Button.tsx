import { Tooltip } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { createLink } from '@tanstack/react-router'
import clsx from 'clsx'
import { useLayoutEffect, useRef } from 'react'
import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import { defineText, useText } from '../words/text.ts'
import css from './button.module.css'
import { useOffline } from './offline.ts'

export type ButtonVariant = 'default' | 'primary' | 'danger' | 'dangerFill' | 'ghost'
export type ButtonSize = 'sm' | 'md' | 'lg'

interface Look {
  /** Look of the button. A view has only one `primary` button. `dangerFill` is used only in the dialog that confirms the action. */
  variant?: ButtonVariant
  /** Height: `sm` is 28 px, for dense bars; `md` is 32 px; `lg` is 40 px, for forms on pages without a header. */
  size?: ButtonSize
  fullWidth?: boolean
  icon?: ReactNode
  /** Icon behind the text, such as the arrow of a menu. */
  end?: ReactNode
}

const classOf = ({ variant = 'default', size = 'md', fullWidth }: Look, className?: string): string =>
  clsx(css.button, variant !== 'default' && css[variant], size !== 'md' && css[size], fullWidth && css.full, className)

/** Attribute of the main buttons of a page. Toasts do not cover elements that have it. */
const markOf = (variant: ButtonVariant | undefined) => (variant === 'primary' || variant === 'dangerFill' ? { 'data-primary': '' } : null)

type ButtonProps = Look &
  ComponentProps<'button'> & {
    /** True while the action of the button runs. The button is disabled and announced as busy, and its width stays. */
    busy?: boolean
  }

const text = defineText({
  offline: { ja: 'オフラインのため、保存や実行はできません', en: 'Offline: nothing can be saved or run' },
})

/** Gives the focus back to a button that lost it because it was disabled while busy, unless something else has it meanwhile. */
function useFocusAfter(busy: boolean, { onFocus, onBlur }: Pick<ComponentProps<'button'>, 'onFocus' | 'onBlur'>) {
  const ref = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (busy) return
    const now = document.activeElement
    if (hadFocus.current && (now === null || now === document.body)) ref.current?.focus()
    hadFocus.current = document.activeElement === ref.current
  }, [busy])
  return {
    ref,
    onFocus(event: FocusEvent<HTMLButtonElement>): void {
      hadFocus.current = true
      onFocus?.(event)
    },
    onBlur(event: FocusEvent<HTMLButtonElement>): void {
      hadFocus.current &&= event.currentTarget.disabled
      onBlur?.(event)
    },
  }
}

/** A button. Without a network, a button that changes data (`primary`, `danger`, or of a form) is disabled and has the reason as title. */
export function Button({ variant, size, fullWidth, icon, end, busy = false, disabled, className, children, ref, ...rest }: ButtonProps) {
  const t = useText(text)
  const offline = useOffline((state) => state.offline) && (markOf(variant) || variant === 'danger' || rest.type === 'submit')
  const unusable = disabled === true || busy
  const focus = useFocusAfter(busy, rest)
  const merged = useMergedRef(ref, focus.ref)
  const button = (
    <button
      type="button"
      {...rest}
      {...markOf(variant)}
      {...focus}
      ref={merged}
      className={classOf({ variant, size, fullWidth }, className)}
      disabled={unusable || Boolean(offline)}
      aria-busy={busy || undefined}
    >
      {icon}
      {children}
      {end}
    </button>
  )
  if (!offline || unusable) return button
  return (
    <span className={clsx(css.disabledReason, fullWidth && css.full)} tabIndex={0} role="note" aria-label={t.offline} title={t.offline}>
      {button}
    </span>
  )
}

function ButtonAnchor({ variant, size, fullWidth, icon, end, className, children, ...rest }: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} {...markOf(variant)} className={classOf({ variant, size, fullWidth }, className)}>
      {icon}
      {children}
      {end}
    </a>
  )
}

/** Link to a route that looks like a button. */
export const LinkButton = createLink(ButtonAnchor)

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Accessible name and tooltip. */
  label: string
  variant?: ButtonVariant
  size?: 'sm' | 'md'
}

/** Button with only an icon, which has an accessible name. */
export function IconButton({ label, variant = 'default', size = 'md', className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <button type="button" {...rest} aria-label={label} className={clsx(classOf({ variant, size }, className), css.icon)}>
        {children}
      </button>
    </Tooltip>
  )
}

/** Button that looks like a link, for sentences and bars. */
export function TextButton({ className, children, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={clsx(css.link, className)}>
      {children}
    </button>
  )
}
