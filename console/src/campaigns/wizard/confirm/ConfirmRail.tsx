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
import { consoleKinds } from '../../kinds/kinds.ts'
import type { Preparation } from '../use-preparation.ts'
import { isAboutLibrary } from '../wizard-draft.ts'
import type { Draft } from '../wizard-draft.ts'
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

/** Right column of the confirmation: the estimated data, the checks, and how to undo the campaign. */
export function ConfirmRail({ draft, prepared: { dryRun, takenAt } }: { draft: Draft; prepared: Preparation }) {
  useZone()
  const t = useText(wizardText)
  const language = useLanguage()
  const { silentSims, neverPolled, instanceAID } = dryRun
  const library = isAboutLibrary(draft)
  return (
    <aside>
      <h2>{t.estimate}</h2>
      <Estimate dryRun={dryRun} />
      <p className={css.note}>{t.estimateNote}</p>
      <h2>{t.checks}</h2>
      <ul className={css.checks}>
        {draft.action === 'install' && (
          <>
            <Check words={t.packageChecked} more={draft.package?.name} />
            {!library && <Check words={t.parameters} more={parametersText(draft, t)} />}
            {instanceAID && <Check words={t.instance} more={<HexText value={instanceAID} spaced />} />}
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
