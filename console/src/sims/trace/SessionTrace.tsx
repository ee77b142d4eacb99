import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { SimSession } from '@simdeck/contract/sims.ts'
import { useMemo, useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { useMay } from '../../session/use-me.ts'
import { Segments } from '../../ui/value/Bits.tsx'
import { formatClock, formatMoment } from '../../ui/words/clock.ts'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { useSessionHex } from './raw-log.ts'
import { TraceTable } from './TraceTable.tsx'
import { traceLines } from './trace-lines.ts'
import { traceText } from './trace-text.ts'
import css from './trace.module.css'

interface SessionTraceProps {
  session: SimSession
  simId: number
  /** OTAs, from which the names of the packages are taken. */
  logs: readonly OtaLog[]
  /** Shows the date beside the clock times, for a list of several sessions. */
  dated?: boolean
}

/** Trace of a device session, message by message, as text or in hex. */
export function SessionTrace({ session, simId, logs, dated = false }: SessionTraceProps) {
  useZone()
  const t = useText(traceText)
  const maySeeHex = useMay('LOGS_RAW_LOG')
  const [view, setView] = useState<'readable' | 'hex'>('readable')
  const { session_id: sessionId, messages, close_code: closeCode } = session
  const hex = useSessionHex({ simId, sessionId, messages: messages.length }, view === 'hex')
  const lines = useMemo(() => traceLines(session), [session])
  const names = useMemo(
    () => new Map(logs.flatMap((log) => (log.package ? [[log.id, `${log.package.name} ${log.package.otaVersion}`] as const] : []))),
    [logs],
  )
  const from = dated
    ? `${formatMoment(session.started_at).slice(0, 10)} ${formatClock(session.started_at)}`
    : formatClock(session.started_at)
  const to = closeCode === null ? t.open : formatClock(session.ended_at)
  return (
    <Section
      title={t.title}
      note={
        <span className={css.about}>
          #{sessionId} · {from} – {to} · {t.messages(formatNumber(messages.length))}
        </span>
      }
      end={
        <Segments
          label={t.view}
          value={view}
          options={[
            { value: 'readable', words: t.readable },
            { value: 'hex', words: t.hex, disabledReason: maySeeHex ? null : t.hexDenied },
          ]}
          onChange={setView}
        />
      }
    >
      {view === 'hex' && hex.error && <ErrorNote message={failureText(hex.error)} onRetry={() => void hex.refetch()} />}
      <TraceTable label={`${t.title} #${sessionId}`} lines={lines} names={names} hex={view === 'hex' ? (hex.data ?? null) : null} />
    </Section>
  )
}
