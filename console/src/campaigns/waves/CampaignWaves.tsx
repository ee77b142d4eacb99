import type { Campaign, CampaignWave } from '@simdeck/contract/ota.ts'
import { RatioBar } from '../../ui/value/Bits.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { otaStatusText } from '../../ui/value/StatusText.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import type { Translations } from '../../ui/words/text.ts'
import { barPartsOf, countsByStatus, finishedSims, settledSims } from '../campaign-counts.ts'
import { ReleaseWave } from './ReleaseWave.tsx'
import { WaveVerdictText } from './WaveVerdictText.tsx'
import { wavesText } from './waves-text.ts'
import css from './waves.module.css'

/** The waves of a campaign side by side, each with its progress, and the button that releases the next one. */
export function CampaignWaves({ campaign }: { campaign: Campaign }) {
  const t = useText(wavesText)
  const { rollout, waves } = campaign
  if (!rollout || waves.length < 2) return null
  const { next, endedPercent, maxFailedPercent } = rollout
  const following = waves.find(({ releasedAt }) => releasedAt === null)
  return (
    <section className={css.waves}>
      <div className={css.head}>
        <h2>{t.title}</h2>
        {campaign.finishedAt === null && !campaign.stopRequested && (
          <span className={css.note}>{next === 'manual' ? t.manual : t.condition(endedPercent, maxFailedPercent)}</span>
        )}
        {following && campaign.state === 'running' && (
          <span className={css.release}>
            {next === 'automatic' && <span className={css.note}>{waitingFor(campaign, following.wave, t)}</span>}
            <ReleaseWave campaign={campaign} wave={following} />
          </span>
        )}
      </div>
      <ol className={css.list}>
        {waves.map((wave) => (
          <Wave key={wave.wave} wave={wave} campaign={campaign} />
        ))}
      </ol>
    </section>
  )
}

/** The condition that the next wave waits for. */
function waitingFor({ rollout, waves }: Campaign, next: number, t: Translations<typeof wavesText>): string {
  const present = waves[next - 2]
  if (!present || !rollout) return ''
  const missing = Math.ceil((present.sims * rollout.endedPercent) / 100) - settledSims(present)
  if (missing > 0) return t.waitsFor(next, formatNumber(missing))
  return rollout.pollsAgain ? t.waitsForPoll(next) : ''
}

function Wave({ wave, campaign }: { wave: CampaignWave; campaign: Campaign }) {
  const t = useText(wavesText)
  const statusNames = useText(otaStatusText)
  const { sims, releasedAt, counts } = wave
  return (
    <li>
      <p className={css.line}>
        <b>{t.wave(wave.wave)}</b>
        <WaveVerdictText wave={wave} campaign={campaign} />
        <span>{t.ended(formatNumber(releasedAt === null ? 0 : finishedSims(wave)), formatNumber(sims))}</span>
      </p>
      <RatioBar label={t.wave(wave.wave)} parts={barPartsOf(wave, statusNames)} total={sims} />
      <p className={css.line}>
        {releasedAt === null ? (
          <span className={css.note}>{wave.cancelled > 0 ? t.neverReleased(formatNumber(wave.cancelled)) : t.notYet}</span>
        ) : (
          <>
            <Time at={releasedAt} />
            <span>{t.results(formatNumber(counts.Succeeded), formatNumber(countsByStatus(wave).Failed))}</span>
            {counts.Blocked > 0 && <span>{t.blocked(formatNumber(counts.Blocked))}</span>}
            {wave.cancelled > 0 && <span>{t.cancelled(formatNumber(wave.cancelled))}</span>}
          </>
        )}
      </p>
    </li>
  )
}
