import { None } from './None.tsx'
import { formatNumber } from '../words/numbers.ts'
import css from '../words/texts.module.css'

/** A number with thousands separators, in digits of equal width. Without a number it is 「—」. */
export function Num({ value }: { value: number | null | undefined }) {
  if (value === null || value === undefined) return <None />
  return <span className={css.num}>{formatNumber(value)}</span>
}
