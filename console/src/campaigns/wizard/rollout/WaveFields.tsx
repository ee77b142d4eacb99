import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { maxWaves } from '@simdeck/contract/rollout.ts'
import { TextButton } from '../../../ui/form/Button.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { waveSizes } from './rollout-draft.ts'
import type { RolloutDraft, WaveDraft } from './rollout-draft.ts'
import { rolloutText } from './rollout-text.ts'
import css from './rollout.module.css'

interface WaveFieldsProps {
  sims: number
  draft: RolloutDraft
  onChange: (draft: RolloutDraft) => void
  /** True if short messages carry the OTAs, whose SIMs need not poll. */
  bySms: boolean
}

type NumberField = 'maxFailed' | 'minResults' | 'ended'

/** Fields of the waves: the size of each, and the conditions under which the next one begins or the campaign pauses. */
export function WaveFields({ sims, draft, onChange, bySms }: WaveFieldsProps) {
  const t = useText(rolloutText)
  const { waves, kept } = draft
  const sizes = waveSizes(draft, sims)
  const setWave = (at: number, wave: WaveDraft): void => onChange({ ...draft, waves: waves.with(at, wave) })
  const keep = (change: RolloutDraft['kept']): void => onChange({ ...draft, kept: { ...kept, ...change } })
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
          {sizes
            .map((size, at) => ({ wave: at + 1, size, own: waves[at] }))
            .map(({ wave, size, own }) => (
              <tr key={wave}>
                <th scope="row">{t.waveNumber(wave)}</th>
                <td>{own ? <WaveSize at={wave - 1} wave={own} onChange={(changed) => setWave(wave - 1, changed)} /> : t.rest}</td>
                <td className={css.end}>{t.sims(formatNumber(size))}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <p className={css.buttons}>
        {waves.length < maxWaves - 1 && (
          <TextButton onClick={() => onChange({ ...draft, waves: [...waves, { size: '25', unit: 'percent' }] })}>{t.addWave}</TextButton>
        )}
        {waves.length > 1 && <TextButton onClick={() => onChange({ ...draft, waves: waves.slice(0, -1) })}>{t.removeWave}</TextButton>}
      </p>
      <p className={css.sentence}>
        {t.limitBefore} {number('maxFailed')} {t.limitMiddle} {number('minResults')} {t.limitAfter}
      </p>
      <p className={css.sentence}>
        {t.endedBefore} {number('ended')} {t.endedAfter}
      </p>
      {!bySms && (
        <Checkbox
          label={t.pollsAgain}
          checked={draft.pollsAgain}
          onChange={(event) => onChange({ ...draft, pollsAgain: event.currentTarget.checked })}
        />
      )}
      <Checkbox
        label={t.manual}
        checked={kept.next === 'manual'}
        onChange={(event) => keep({ next: event.currentTarget.checked ? 'manual' : 'automatic' })}
      />
      <Checkbox
        label={t.byId}
        checked={kept.order === 'id'}
        onChange={(event) => keep({ order: event.currentTarget.checked ? 'id' : 'random' })}
      />
      {kept.firstGroup != null && <Checkbox label={t.firstGroup} checked onChange={() => keep({ firstGroup: null })} />}
    </div>
  )
}

interface WaveSizeProps {
  /** The place of the wave, from 0. */
  at: number
  wave: WaveDraft
  onChange: (wave: WaveDraft) => void
}

function WaveSize({ at, wave, onChange }: WaveSizeProps) {
  const t = useText(rolloutText)
  return (
    <span className={css.size}>
      <TextInput
        className={css.number}
        aria-label={(wave.unit === 'percent' ? t.percentOf : t.simsOf)(at + 1)}
        inputMode="numeric"
        autoComplete="off"
        value={wave.size}
        onChange={(event) => onChange({ ...wave, size: event.currentTarget.value.trim() })}
      />
      <NativeSelect
        className={css.unit}
        aria-label={t.unitOf(at + 1)}
        data={[
          { value: 'percent', label: '%' },
          { value: 'sims', label: t.unit },
        ]}
        value={wave.unit}
        onChange={(event) => onChange({ ...wave, unit: event.currentTarget.value === 'sims' ? 'sims' : 'percent' })}
      />
    </span>
  )
}
