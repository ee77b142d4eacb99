import { TextInput } from '@mantine/core'
import { formatBytes, formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { isBudgetRight, isLimit, limitRanges, octetsOf } from './limits-draft.ts'
import type { LimitName, LimitsDraft } from './limits-draft.ts'
import { paceText } from './pace-text.ts'
import css from './pace.module.css'

interface LimitFieldsProps {
  names: readonly LimitName[]
  draft: LimitsDraft
  onChange: (draft: LimitsDraft) => void
  /** The SIMs for which a budget of octets suffices, in words. */
  budgetWords?: (octetsInAll: number) => string
}

/** Fields for limits of a campaign, such as its sessions at once and its number of retries. */
export function LimitFields({ names, draft, onChange, budgetWords }: LimitFieldsProps) {
  const t = useText(paceText)
  const errorOf = (name: LimitName): string | null => {
    if (!isLimit(name, draft[name])) return t.wrongLimit(limitRanges[name].map(formatNumber).join('–'))
    return name === 'octetsInAll' && !isBudgetRight(draft) ? t.budgetBelowSim : null
  }
  const sizeOf = (name: LimitName): string | null => {
    const octets = name === 'octetsPerSim' || name === 'octetsInAll' ? octetsOf(name, draft[name]) : null
    if (octets === null) return null
    return [formatBytes(octets), ...(name === 'octetsInAll' && budgetWords ? [budgetWords(octets)] : [])].join(' · ')
  }
  return (
    <div className={css.fields}>
      {names.map((name) => (
        <TextInput
          key={name}
          label={t[name]}
          description={sizeOf(name)}
          placeholder={name === 'retries' ? undefined : t.unlimited}
          inputMode="numeric"
          autoComplete="off"
          value={draft[name]}
          error={errorOf(name)}
          onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value.trim() })}
        />
      ))}
    </div>
  )
}
