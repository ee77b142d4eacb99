import clsx from 'clsx'
import type { ReactNode } from 'react'
import { partOf, useIsLit } from '../octets/lit.tsx'
import css from '../parameters.module.css'

interface FieldPartProps {
  /** Key of the part of the octets that the field edits. */
  part: string
  /** Tag of the part, as hex. */
  tag?: string
  children: ReactNode
}

/** A field, which is highlighted together with its octets. */
export function FieldPart({ part, tag, children }: FieldPartProps) {
  const lit = useIsLit(part)
  return (
    <div className={clsx(css.field, lit && css.litField)} data-part={partOf(part)} data-field={partOf(part)}>
      {tag && (
        <span className={css.tag} aria-hidden="true">
          {tag}
        </span>
      )}
      {children}
    </div>
  )
}
