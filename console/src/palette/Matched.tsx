import { matchedPart } from './found-sims.ts'
import css from './palette.module.css'

/** A value whose part that matches the typed text is highlighted. */
export function Matched({ value, typed }: { value: string; typed: string }) {
  const parts = matchedPart(value, typed)
  if (!parts) return value
  const [before, part, behind] = parts
  return (
    <>
      {before}
      <mark className={css.matched}>{part}</mark>
      {behind}
    </>
  )
}
