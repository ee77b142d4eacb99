import { matchedPart } from './found-sims.ts'
import css from './palette.module.css'

/** A value with its matching part highlighted. */
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
