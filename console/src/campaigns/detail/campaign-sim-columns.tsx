import type { CampaignSim } from '@simdeck/contract/campaign-report.ts'
import { Link } from '@tanstack/react-router'
import { Fragment, useMemo } from 'react'
import { ProgressStatus } from '../../sims/status/ProgressStatus.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Iccid } from '../../ui/value/Copyable.tsx'
import { CancelledGlyph, OtaStatusGlyph, PausedGlyph } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { otaStatusText, Status } from '../../ui/value/StatusText.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useNow } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import type { Translations } from '../../ui/words/text.ts'
import { actionName } from '../action-name.ts'
import { countedStatusTone } from '../campaign-counts.ts'
import { campaignText } from '../campaign-text.ts'
import { isOfFiles, outcomeOf } from '../results/failure-causes.ts'
import { awaitsNewPoller, decidingOta, durationMs, endOf } from './campaign-sim.ts'
import { campaignSimsText } from './sims-text.ts'
import css from '../campaign.module.css'

function SimName({ sim }: { sim: CampaignSim }) {
  return (
    <Link to="/sims/$id/$cid/ota" params={{ id: String(sim.sim_id), cid: sim.iccid }}>
      {sim.device_alias ?? <Iccid value={sim.iccid} />}
    </Link>
  )
}

/** The actions of a SIM in their order; for a replacement each with the glyph of its status. */
function Actions({ otas }: { otas: CampaignSim['otas'] }) {
  const language = useLanguage()
  const statusNames = useText(otaStatusText)
  if (otas.length === 1) return <>{otas.map((ota) => actionName(ota, language))}</>
  return (
    <span className={css.actions}>
      {otas.map((ota, index) => {
        const { status, reason } = ota.progress
        const isCancelled = reason === 'cancelled'
        const shown = isCancelled ? 'Cancelled' : status
        return (
          <Fragment key={ota.id}>
            {index > 0 && <span aria-hidden="true">→</span>}
            <Status
              tone={countedStatusTone[shown]}
              glyph={isCancelled ? <CancelledGlyph /> : <OtaStatusGlyph status={status} percent={35} />}
              quiet
            >
              <span title={statusNames[shown]}>{actionName(ota, language)}</span>
            </Status>
          </Fragment>
        )
      })}
    </span>
  )
}

interface SimStatusProps {
  sim: CampaignSim
  /** The first wave that is not released; null for none. */
  unreleasedFrom: number | null
}

function SimStatus({ sim, unreleasedFrom }: SimStatusProps) {
  const t = useText(campaignText)
  if (sim.status === 'Ready' && unreleasedFrom !== null && sim.wave >= unreleasedFrom)
    return (
      <Status tone="ready" glyph={<PausedGlyph />} quiet>
        {t.unreleased}
      </Status>
    )
  return <ProgressStatus status={sim.status} progress={decidingOta(sim)?.progress ?? null} />
}

function Answer({ sim }: { sim: CampaignSim }) {
  const language = useLanguage()
  const t = useText(campaignSimsText)
  const ota = decidingOta(sim)
  const outcome = ota && outcomeOf(ota)
  const hasResult = ota && isOfFiles(ota.progress.action_type.type) && ['Succeeded', 'Failed'].includes(ota.progress.status)
  const attempts = Math.max(0, ...sim.otas.map((one) => one.attempts))
  if (awaitsNewPoller(sim)) return <>{t.awaitsNewPoller}</>
  if (!outcome && attempts === 0 && !hasResult) return <None />
  return (
    <>
      {outcome?.code && <span className={css.code}>{outcome.code} </span>}
      {outcome?.meaning[language]}
      {outcome && attempts > 0 && ' · '}
      {attempts > 0 && t.retried(attempts)}
      {hasResult && (
        <>
          {(outcome || attempts > 0) && ' · '}
          <Link to="/otas/campaigns/files/$otaId" params={{ otaId: String(ota.progress.ota_id) }} className={css.inText}>
            {t.fileResult}
          </Link>
        </>
      )}
    </>
  )
}

function Duration({ sim }: { sim: CampaignSim }) {
  const t = useText(campaignSimsText)
  const ms = durationMs(sim, useNow())
  return ms === null ? <None /> : <>{durationWords(ms, t)}</>
}

function durationWords(ms: number, t: Translations<typeof campaignSimsText>): string {
  if (ms < 1000) return t.underSecond
  if (ms < 60_000) return t.seconds((ms / 1000).toFixed(1))
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return t.minutes(Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0'))
  const minutes = Math.round(seconds / 60)
  return t.hours(Math.floor(minutes / 60), minutes % 60)
}

const sumOf = (sim: CampaignSim, of: (ota: CampaignSim['otas'][number]) => number): number =>
  sim.otas.reduce((sum, ota) => sum + of(ota), 0)

/** Columns of the SIMs of a campaign; the wave if it has several. `unreleasedFrom`: the first wave that is not released. */
export function useCampaignSimColumns(hasWaves: boolean, unreleasedFrom: number | null): Column<CampaignSim>[] {
  const t = useText(campaignText)
  const words = useText(campaignSimsText)
  return useMemo(
    () => [
      { id: 'alias', header: t.alias, cell: (sim) => <SimName sim={sim} />, clipAt: 200, skeleton: 150 },
      { id: 'iccid', header: 'ICCID', cell: (sim) => <Iccid value={sim.iccid} />, skeleton: 130 },
      ...(hasWaves
        ? [{ id: 'wave', header: words.wave, align: 'end' as const, cell: ({ wave }: CampaignSim) => String(wave), skeleton: 16 }]
        : []),
      { id: 'action', header: t.action, cell: ({ otas }) => <Actions otas={otas} /> },
      { id: 'status', header: t.status, cell: (sim) => <SimStatus sim={sim} unreleasedFrom={unreleasedFrom} /> },
      {
        id: 'answer',
        header: t.answer,
        cell: (sim) => (
          <span className={css.answer}>
            <Answer sim={sim} />
          </span>
        ),
        skeleton: 80,
      },
      {
        id: 'commands',
        header: t.commands,
        align: 'end',
        cell: (sim) => {
          const total = sumOf(sim, ({ progress }) => progress.total)
          return total > 0 ? `${formatNumber(sumOf(sim, ({ progress }) => progress.acked))} / ${formatNumber(total)}` : <None />
        },
        skeleton: 40,
      },
      {
        id: 'interruptions',
        header: t.interruptions,
        align: 'end',
        cell: (sim) => {
          const interruptions = sumOf(sim, (ota) => ota.interruptions)
          return interruptions > 0 ? formatNumber(interruptions) : <None />
        },
        skeleton: 20,
      },
      { id: 'duration', header: words.duration, align: 'end', cell: (sim) => <Duration sim={sim} />, skeleton: 50 },
      { id: 'ended', header: t.ended, cell: (sim) => <Time at={endOf(sim)} />, skeleton: 110 },
    ],
    [t, words, hasWaves, unreleasedFrom],
  )
}

export function CampaignSimCard({ sim, unreleasedFrom }: SimStatusProps) {
  const t = useText(campaignText)
  const ota = decidingOta(sim)
  const total = sumOf(sim, ({ progress }) => progress.total)
  return (
    <>
      <CardLines
        name={<SimName sim={sim} />}
        end={<SimStatus sim={sim} unreleasedFrom={unreleasedFrom} />}
        second={[
          <Actions key="actions" otas={sim.otas} />,
          total > 0 && `${t.commands} ${formatNumber(sumOf(sim, ({ progress }) => progress.acked))} / ${formatNumber(total)}`,
        ]}
      />
      {ota && outcomeOf(ota) && (
        <p className={css.soft}>
          <Answer sim={sim} />
        </p>
      )}
    </>
  )
}
