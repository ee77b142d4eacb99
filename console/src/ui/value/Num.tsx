import { None } from './None.tsx'
import { formatNumber } from '../words/numbers.ts'
import css from '../words/texts.module.css'

/** A number with thousands separators in tabular figures; 「—」 if there is none. */
export function Num({ value }: { value: number | null | undefined }) {
  if (value === null || value === undefined) return <None />
  return <span className={css.num}>{formatNumber(value)}</span>
}
