import type { SimFound } from '@simdeck/contract/sims.ts'
import { fieldText } from '../sims/field-words.ts'
import { useText } from '../ui/words/text.ts'
import { Matched } from './Matched.tsx'
import css from './palette.module.css'

/** A found SIM: its name and the matching value. */
export function SimOption({ sim, typed }: { sim: SimFound; typed: string }) {
  const t = useText(fieldText)
  const name = sim.device_alias ?? sim.iccid
  return (
    <>
      <span className={css.foundName}>{sim.field === 'device_alias' ? <Matched value={name} typed={typed} /> : name}</span>
      <span className={css.foundValue}>
        {sim.field === 'device_alias' ? (
          <>ICCID {sim.iccid}</>
        ) : (
          <>
            {t[sim.field]} <Matched value={sim.value} typed={typed} />
          </>
        )}
      </span>
    </>
  )
}
