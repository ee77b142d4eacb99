import { TextInput } from '@mantine/core'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { isLimit, limitRanges } from './limits-draft.ts'
import type { LimitName, LimitsDraft } from './limits-draft.ts'
import { paceText } from './pace-text.ts'
import css from './pace.module.css'

interface LimitFieldsProps {
  names: readonly LimitName[]
  draft: LimitsDraft
  onChange: (draft: LimitsDraft) => void
}

/** Fields for limits of a campaign, such as its sessions at once and its number of retries. */
export function LimitFields({ names, draft, onChange }: LimitFieldsProps) {
  const t = useText(paceText)
  return (
    <div className={css.fields}>
      {names.map((name) => (
        <TextInput
          key={name}
          label={t[name]}
          placeholder={name === 'retries' ? undefined : t.unlimited}
          inputMode="numeric"
          autoComplete="off"
          value={draft[name]}
          error={isLimit(name, draft[name]) ? null : t.wrongLimit(limitRanges[name].map(formatNumber).join('–'))}
          onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value.trim() })}
        />
      ))}
    </div>
  )
}
