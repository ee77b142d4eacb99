import { Checkbox, TextInput } from '@mantine/core'
import { maxWaves } from '@simdeck/contract/rollout.ts'
import { TextButton } from '../../../ui/form/Button.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { waveSizes } from './rollout-draft.ts'
import type { RolloutDraft } from './rollout-draft.ts'
import { rolloutText } from './rollout-text.ts'
import css from './rollout.module.css'

interface WaveFieldsProps {
  sims: number
  draft: RolloutDraft
  onChange: (draft: RolloutDraft) => void
}

type NumberField = 'maxFailed' | 'minResults' | 'ended'

/** Fields of the waves: the size of each, and the conditions under which the next one begins or the campaign pauses. */
export function WaveFields({ sims, draft, onChange }: WaveFieldsProps) {
  const t = useText(rolloutText)
  const { percents } = draft
  const sizes = waveSizes(draft, sims)
  const setPercent = (at: number, percent: string): void => onChange({ ...draft, percents: percents.with(at, percent) })
  const number = (name: NumberField) => (
    <TextInput
      className={css.number}
      aria-label={t[name]}
      inputMode="decimal"
      autoComplete="off"
      value={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value.trim() })}
    />
  )
  return (
    <div className={css.waves}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t.wave}</th>
            <th scope="col">{t.size}</th>
            <th scope="col" className={css.end}>
              {t.simCount}
            </th>
          </tr>
        </thead>
        <tbody>
          {sizes.map((size, at) => (
            // eslint-disable-next-line react/no-array-index-key -- A wave is its place.
            <tr key={at}>
              <th scope="row">{t.waveNumber(at + 1)}</th>
              <td>
                {at < percents.length ? (
                  <TextInput
                    className={css.number}
                    aria-label={t.percentOf(at + 1)}
                    inputMode="numeric"
                    autoComplete="off"
                    rightSection="%"
                    value={percents[at]}
                    onChange={(event) => setPercent(at, event.currentTarget.value.trim())}
                  />
                ) : (
                  t.rest
                )}
              </td>
              <td className={css.end}>{t.sims(formatNumber(size))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css.buttons}>
        {percents.length < maxWaves - 1 && (
          <TextButton onClick={() => onChange({ ...draft, percents: [...percents, '25'] })}>{t.addWave}</TextButton>
        )}
        {percents.length > 1 && (
          <TextButton onClick={() => onChange({ ...draft, percents: percents.slice(0, -1) })}>{t.removeWave}</TextButton>
        )}
      </p>
      <p className={css.sentence}>
        {t.limitBefore} {number('maxFailed')} {t.limitMiddle} {number('minResults')} {t.limitAfter}
      </p>
      <p className={css.sentence}>
        {t.endedBefore} {number('ended')} {t.endedAfter}
      </p>
      <Checkbox
        label={t.pollsAgain}
        checked={draft.pollsAgain}
        onChange={(event) => onChange({ ...draft, pollsAgain: event.currentTarget.checked })}
      />
    </div>
  )
}
