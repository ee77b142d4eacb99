import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { queryOf } from '../../session/api/query.ts'
import { RatioBar } from '../../ui/value/Bits.tsx'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import { CancelledGlyph, FailedGlyph, SucceededGlyph, TodoGlyph } from '../../ui/value/glyphs.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { ClockTime } from '../../ui/value/Time.tsx'
import { diagnoseOta, memoryShortage } from './ota-diagnosis.ts'
import { otaSteps } from './ota-steps.ts'
import { otaText } from './ota-text.ts'
import { stepName } from './OtaProgressSteps.tsx'
import css from '../detail/sim-detail.module.css'

interface OtaDiagnosisProps {
  log: OtaLog
  sim: Sim
  removable: boolean
  onRemove: () => void
}

/** A failed OTA in three columns: the step at which it stopped, the response of the card with its cause, and the next action. */
export function OtaDiagnosis({ log, sim, removable, onRemove }: OtaDiagnosisProps) {
  const t = useText(otaText)
  const diagnosis = diagnoseOta(log, useLanguage())
  const held = sim.other_applet_name
  return (
    <div className={css.diagnosis}>
      <div>
        <h3>{t.stopped}</h3>
        <StoppedAt log={log} />
      </div>
      <div>
        <h3>{diagnosis.sw ? t.answer : t.cause}</h3>
        <p className={clsx(css.answer, log.progress.reason !== 'cancelled' && css.refused)}>
          {diagnosis.sw && (
            <>
              <HexText value={diagnosis.sw} />{' '}
            </>
          )}
          {diagnosis.answer}
        </p>
        <p className={css.cause}>{diagnosis.cause}</p>
        {diagnosis.outOfMemory && log.package && <Memory of={log.package} freeBytes={sim.free_memory} />}
      </div>
      <div>
        <h3>{t.todo}</h3>
        <p>{diagnosis.next}</p>
        <div className={css.todo}>
          {diagnosis.outOfMemory && held !== null && (
            <Button size="sm" disabled={!removable} onClick={onRemove}>
              {t.uninstall(held)}
            </Button>
          )}
          {log.channel_at !== null && (
            <LinkButton size="sm" to="/sims/$id/$cid/sessions" params={{ id: String(sim.id), cid: sim.iccid }}>
              {t.seeTrace}
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  )
}

function StoppedAt({ log }: { log: OtaLog }) {
  const t = useText(otaText)
  const { acked, total, reason } = log.progress
  const cancelled = reason === 'cancelled'
  const failed = cancelled ? <CancelledGlyph /> : <FailedGlyph />
  const glyphs = { done: <SucceededGlyph />, failed, now: <TodoGlyph />, interrupted: <TodoGlyph />, todo: <TodoGlyph /> }
  return (
    <ol className={css.mini}>
      {otaSteps(log).map(({ id, state, at }) => (
        <li key={id} className={clsx(state === 'done' && css.done, state === 'failed' && !cancelled && css.bad)}>
          {glyphs[state]}
          <span>
            {stepName(id, log, t)}
            {id === 'transfer' && state === 'failed' && total > 0 && ` ${formatNumber(acked)} / ${formatNumber(total)}`}
          </span>
          {at && <ClockTime at={at} />}
        </li>
      ))}
    </ol>
  )
}

function Memory({ of, freeBytes }: { of: NonNullable<OtaLog['package']>; freeBytes: number | null }) {
  const t = useText(otaText)
  const { packageAID, otaVersion, label } = of
  const { data } = useQuery({
    ...queryOf(endpoints.getPackage, { params: { packageAID, otaVersion, label } }),
  })
  if (!data) return null
  if (freeBytes === null) return <p className={css.cause}>{t.memoryUnknown(formatNumber(data.loadLength))}</p>
  const shortage = memoryShortage(data.loadLength, freeBytes)
  return (
    <>
      <p className={css.cause}>{t.memory(formatNumber(data.loadLength), formatNumber(freeBytes))}</p>
      {shortage && (
        <div className={css.memory}>
          <RatioBar
            label={t.memoryBar}
            parts={[
              { name: t.freeName, value: shortage.free, tone: 'ready' },
              { name: t.shortName, value: shortage.short, tone: 'failed' },
            ]}
          />
          <span>{t.free(formatNumber(shortage.free))}</span>
          <span>{t.short(formatNumber(shortage.short))}</span>
        </div>
      )}
    </>
  )
}
