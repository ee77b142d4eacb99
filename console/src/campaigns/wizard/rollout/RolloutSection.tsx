import { simsWithin } from '@simdeck/contract/bulk-ota.ts'
import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { DateTimeRangeField } from '../../../ui/form/DateTimeRangeField.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { LimitFields } from '../../pace/LimitFields.tsx'
import { areUsual, limitNames, messageLimitNames } from '../../pace/limits-draft.ts'
import { paceText } from '../../pace/pace-text.ts'
import { rolloutModes } from './rollout-draft.ts'
import type { RolloutDraft } from './rollout-draft.ts'
import { rolloutText } from './rollout-text.ts'
import { WaveFields } from './WaveFields.tsx'
import css from './rollout.module.css'

interface RolloutSectionProps {
  dryRun: DryRun
  draft: RolloutDraft
  onChange: (draft: RolloutDraft) => void
  timeZone: string
  /** True if short messages carry the OTAs. */
  bySms: boolean
  /** Further options of the start. */
  children?: ReactNode
}

/** Section on the start of a campaign: all SIMs at once or in waves, at a time, and within certain hours. */
export function RolloutSection({ dryRun, draft, onChange, timeZone, bySms, children }: RolloutSectionProps) {
  const t = useText(rolloutText)
  const sims = dryRun.eligible
  const pace = useText(paceText)
  const [isUnfolded, setUnfolded] = useState(!areUsual(draft.limits))
  const words = {
    one: t.oneWords,
    waves: t.wavesWords,
    all: (draft.limits.octetsInAll === '' ? t.allWords : t.allWithBudget)(formatNumber(sims)),
  }
  return (
    <section>
      <h2 id="rollout-title">{t.title}</h2>
      {sims > 1 && (
        <div role="radiogroup" aria-labelledby="rollout-title">
          {rolloutModes.map((mode) => (
            <div key={mode} className={css.mode}>
              <label className={css.choice}>
                <input type="radio" name="rollout" checked={draft.mode === mode} onChange={() => onChange({ ...draft, mode })} />
                <span>
                  <b>{t[mode]}</b> <span className={css.soft}>{words[mode]}</span>
                </span>
              </label>
              {mode === 'waves' && draft.mode === 'waves' && <WaveFields sims={sims} draft={draft} onChange={onChange} bySms={bySms} />}
            </div>
          ))}
        </div>
      )}
      <div className={css.schedule}>
        <div>
          <Checkbox
            label={t.schedule}
            checked={draft.scheduled}
            onChange={(event) => onChange({ ...draft, scheduled: event.currentTarget.checked })}
          />
          <p className={css.described}>{t.scheduleWords}</p>
          {draft.scheduled && (
            <div className={css.fields}>
              <DateTimeRangeField fromTomorrow value={draft.schedule} onChange={(schedule) => onChange({ ...draft, schedule })} />
            </div>
          )}
        </div>
        <div>
          <Checkbox
            label={t.window}
            checked={draft.windowed}
            onChange={(event) => onChange({ ...draft, windowed: event.currentTarget.checked })}
          />
          <p className={css.described}>{t.windowWords(draft.zone ?? timeZone)}</p>
          {draft.windowed && (
            <div className={css.fields}>
              {(['from', 'to'] as const).map((name) => (
                <TextInput
                  key={name}
                  type="time"
                  label={t[name]}
                  value={draft[name]}
                  onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
                />
              ))}
            </div>
          )}
        </div>
        {children}
        <details open={isUnfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
          <summary className={css.summary}>{pace.options}</summary>
          <p className={css.described}>{pace.optionsWords}</p>
          <div className={css.limits}>
            <LimitFields
              names={bySms ? messageLimitNames : limitNames}
              draft={draft.limits}
              onChange={(limits) => onChange({ ...draft, limits })}
              budgetWords={(octets) => pace.simsInBudget(formatNumber(simsWithin(octets, dryRun)), formatNumber(sims))}
            />
          </div>
        </details>
      </div>
    </section>
  )
}
