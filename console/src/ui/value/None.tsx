import css from '../words/texts.module.css'

/** An empty cell. */
export function None() {
  return <span className={css.none}>—</span>
}
