import { Matched } from './Matched.tsx'
import css from './palette.module.css'

interface FoundOptionProps {
  name: string
  /** A text that distinguishes options of the same name. */
  value: string
  typed: string
}

/** A found package or member: its name, and the value beside it. */
export function FoundOption({ name, value, typed }: FoundOptionProps) {
  return (
    <>
      <bdi className={css.foundName}>
        <Matched value={name} typed={typed} />
      </bdi>
      <bdi className={css.foundText}>
        <Matched value={value} typed={typed} />
      </bdi>
    </>
  )
}
