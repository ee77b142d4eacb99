import { simsWithin } from '@simdeck/contract/bulk-ota.ts'
import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import { campaignSeconds } from '@simdeck/contract/campaign-duration.ts'
import { decodeReportParameters } from '@simdeck/protocol/applets/report-parameters.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatMoment } from '../../../ui/words/clock.ts'
import { HexText } from '../../../ui/value/Copyable.tsx'
import { SucceededGlyph } from '../../../ui/value/glyphs.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useLanguage } from '../../../ui/words/language.ts'
import { useText } from '../../../ui/words/text.ts'
import type { Translations } from '../../../ui/words/text.ts'
import { useZone } from '../../../ui/words/zone.ts'
import { checkParameters, formOf } from '../../parameters/draft/parameters-draft.ts'
import { dryRunText } from '../../dry-run/dry-run-text.ts'
import { durationText } from '../../over-time/duration-text.ts'
import { overTimeText } from '../../over-time/over-time-text.ts'
import { octetsOf } from '../../pace/limits-draft.ts'
import { paceText } from '../../pace/pace-text.ts'
import { consoleKinds } from '../../kinds/kinds.ts'
import { isBySms } from '../../kinds/script-draft.ts'
import { transportText } from '../../kinds/transport-text.ts'
import { waveSizes } from '../rollout/rollout-draft.ts'
import type { RolloutDraft } from '../rollout/rollout-draft.ts'
import type { Preparation } from '../use-preparation.ts'
import { isAboutLibrary } from '../wizard-draft.ts'
import type { Draft } from '../wizard-draft.ts'
import { pollerUpdateText } from '../poller-update-text.ts'
import { wizardText } from '../wizard-text.tsx'
import { Estimate } from './Estimate.tsx'
import tones from '../../../ui/theme/tones.module.css'
import css from '../wizard.module.css'

function parametersText({ package: chosen, parameters }: Draft, t: Translations<typeof wizardText>): ReactNode {
  const { encoded } = chosen ? checkParameters(chosen.type, parameters) : { encoded: null }
  if (!chosen || !encoded) return null
  const { installParameters, cardParameters } = encoded
  if (installParameters + cardParameters === '') return t.noParameters
  if (formOf(chosen.type) !== 'report' || installParameters === '') return <HexText value={parameters.octets} spaced />
  const report = decodeReportParameters(fromHex(installParameters))
  const interval = t.hoursMinutes(report.intervalHours, report.intervalMinutes)
  const polls = report.polling === 'interval' ? t.everyInterval(interval) : report.polling === 'onLaunch' ? t.onLaunch : t.noPolling
  return [`${report.fqdn}:${report.port}`, polls, report.encryption ? t.encrypted : t.plain].join(t.comma)
}

/** The time until most SIMs have polled: of the whole campaign, or of one wave if a user releases the waves. */
function useDuration({ duration, eligible }: DryRun, rollout: RolloutDraft): [name: string, value: string] {
  const t = useText(dryRunText)
  const times = useText(overTimeText)
  if (!duration || eligible === 0) return [t.durationUnknown, t.unknown]
  const { waveSeconds, percent } = duration
  const seconds = campaignSeconds(waveSeconds, {
    waves: waveSizes(rollout, eligible).filter((sims) => sims > 0).length,
    next: rollout.mode === 'one' ? 'manual' : 'automatic',
    pollsAgain: rollout.mode === 'waves' && rollout.pollsAgain,
    window: rollout.windowed && rollout.from !== rollout.to ? rollout : null,
  })
  const about = (length: number) => durationText(length * 1000, times)
  return [t.duration(String(percent)), seconds === null ? t.perWave(about(waveSeconds)) : t.about(about(seconds))]
}

interface ConfirmRailProps {
  draft: Draft
  prepared: Preparation
  rollout: RolloutDraft
}

/** Right column of the confirmation: the estimated data, the checks, and how to undo the campaign. */
export function ConfirmRail({ draft, prepared: { dryRun, takenAt }, rollout }: ConfirmRailProps) {
  useZone()
  const t = useText(wizardText)
  const poller = useText(pollerUpdateText)
  const language = useLanguage()
  const { silentSims, neverPolled, instanceAID } = dryRun
  const library = isAboutLibrary(draft)
  const words = useText(dryRunText)
  const updatesPoller = draft.action === 'install' && draft.package?.type === 'Poller'
  const pollsPerSim = updatesPoller || (rollout.mode === 'waves' && rollout.pollsAgain) ? 2 : 1
  const pace = useText(paceText)
  const transport = useText(transportText)
  const isMessage = isBySms(draft)
  const duration = useDuration(dryRun, rollout)
  const octetsInAll = octetsOf('octetsInAll', rollout.limits.octetsInAll)
  const more = [
    ...(octetsInAll === null
      ? []
      : [[pace.inAllLimit, pace.simsInBudget(formatNumber(simsWithin(octetsInAll, dryRun)), formatNumber(dryRun.eligible))] as const]),
    ...(isMessage
      ? [[transport.perSim, transport.one] as const]
      : [[words.pollsPerSim, words.times(formatNumber(pollsPerSim))] as const, duration]),
  ] as const
  return (
    <aside>
      <h2>{t.estimate}</h2>
      <Estimate dryRun={dryRun} more={more} />
      {!isMessage && (
        <>
          <p className={css.note}>{t.estimateNote}</p>
          <p className={css.note}>{words.durationNote}</p>
        </>
      )}
      <h2>{t.checks}</h2>
      <ul className={css.checks}>
        {draft.action === 'install' && (
          <>
            <Check words={t.packageChecked} more={draft.package?.name} />
            {!library && <Check words={t.parameters} more={parametersText(draft, t)} />}
            {instanceAID && <Check words={t.instance} more={<HexText value={instanceAID} spaced />} />}
            {updatesPoller && <Check warns words={poller.title} more={poller.words} />}
          </>
        )}
        <Check words={t.listFixed} more={t.asOf(formatMoment(takenAt))} />
        {silentSims > 0 && <Check warns words={t.silent(formatNumber(silentSims))} more={t.silentWords} />}
        {neverPolled > 0 && <Check warns words={t.neverPolled(formatNumber(neverPolled))} more={t.neverPolledWords} />}
      </ul>
      <h2>{t.undo}</h2>
      <p className={css.undo}>{consoleKinds[draft.action].undo(library, language)}</p>
    </aside>
  )
}

function Check({ words, more, warns = false }: { words: string; more?: ReactNode; warns?: boolean }) {
  return (
    <li className={warns ? tones.interrupted : tones.succeeded}>
      {warns ? <IconAlertTriangle /> : <SucceededGlyph />}
      <span>
        {words}
        {more && <span className={css.soft}>{more}</span>}
      </span>
    </li>
  )
}
