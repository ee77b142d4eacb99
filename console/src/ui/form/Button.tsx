import { Tooltip } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import css from './button.module.css'

export type ButtonVariant = 'default' | 'primary' | 'danger' | 'dangerFill' | 'ghost'
export type ButtonSize = 'sm' | 'md' | 'lg'

interface Look {
  /** One `primary` per view. `dangerFill` only inside the dialog that confirms the action. */
  variant?: ButtonVariant
  /** `sm` 28 px for dense bars, `md` 32 px, `lg` 40 px on forms without chrome. */
  size?: ButtonSize
  fullWidth?: boolean
  icon?: ReactNode
  /** An icon after the words: the arrow of a menu. */
  end?: ReactNode
}

const classOf = ({ variant = 'default', size = 'md', fullWidth }: Look, className?: string): string =>
  clsx(css.button, variant !== 'default' && css[variant], size !== 'md' && css[size], fullWidth && css.full, className)

/** Marks the main buttons of a page, which toasts must not cover. */
const markOf = (variant: ButtonVariant | undefined) => (variant === 'primary' || variant === 'dangerFill' ? { 'data-primary': '' } : {})

type ButtonProps = Look &
  ComponentProps<'button'> & {
    /** Disables the button and announces it as busy while its action runs; the width stays. */
    busy?: boolean
  }

export function Button({ variant, size, fullWidth, icon, end, busy = false, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...markOf(variant)}
      className={classOf({ variant, size, fullWidth }, className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {icon}
      {children}
      {end}
    </button>
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

/** A link to a route that looks like a button. */
export const LinkButton = createLink(ButtonAnchor)

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Accessible name and tooltip. */
  label: string
  variant?: ButtonVariant
  size?: 'sm' | 'md'
}

/** An icon button with an accessible name. */
export function IconButton({ label, variant = 'default', size = 'md', className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <button type="button" {...rest} aria-label={label} className={clsx(classOf({ variant, size }, className), css.icon)}>
        {children}
      </button>
    </Tooltip>
  )
}

/** A button that looks like a link, for sentences and bars. */
export function TextButton({ className, children, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={clsx(css.link, className)}>
      {children}
    </button>
  )
}
