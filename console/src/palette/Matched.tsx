import { matchedPart } from './found-sims.ts'
import css from './palette.module.css'

/** A value in which the part that was typed stands out. */
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
