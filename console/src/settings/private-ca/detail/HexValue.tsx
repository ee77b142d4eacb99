import { Copyable } from '../../../ui/value/Copyable.tsx'
import css from '../private-ca.module.css'

/** Hex in capital letters and groups of four digits, copied without the spaces. */
export function HexValue({ value, name }: { value: string; name: string }) {
  const digits = value.toUpperCase()
  return (
    <Copyable value={digits} name={name}>
      <span className={css.hex}>{digits.match(/.{1,4}/g)?.join(' ')}</span>
    </Copyable>
  )
}
