import css from '../value/bits.module.css'

/** A line that is not there yet, this many pixels long. */
export function Skeleton({ width }: { width: number }) {
  return <span className={css.skeleton} style={{ width }} aria-hidden="true" />
}
