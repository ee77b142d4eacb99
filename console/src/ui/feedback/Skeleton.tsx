import css from '../value/bits.module.css'

/** Placeholder of a line of text that is loading, `width` pixels long. */
export function Skeleton({ width }: { width: number }) {
  return <span className={css.skeleton} style={{ width }} aria-hidden="true" />
}
