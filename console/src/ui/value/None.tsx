import css from '../words/texts.module.css'

/** Sign for a missing value. */
export function None() {
  return <span className={css.none}>—</span>
}
