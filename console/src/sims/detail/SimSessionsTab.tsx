import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { failureText } from '../../session/api/failure.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorNote, ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { useText } from '../../ui/words/text.ts'
import { SessionTrace } from '../trace/SessionTrace.tsx'
import { useSimSessions } from './sim-queries.ts'
import { Lines } from './SimSkeleton.tsx'
import { traceText } from '../trace/trace-text.ts'

const lastSessions = 10

/** Latest device sessions of the SIM, newest first. */
export function SimSessionsTab({ sim, logs }: { sim: Sim; logs: readonly OtaLog[] }) {
  const t = useText(traceText)
  const { data: sessions, error, refetch } = useSimSessions(sim.id, lastSessions)
  if (!sessions) {
    if (error) return <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
    return <Lines widths={[240, 640, 560, 640, 600]} />
  }
  if (sessions.length === 0) return <EmptyState title={t.noSessions}>{t.noSessionsNote}</EmptyState>
  return (
    <div>
      {error && <ErrorNote message={failureText(error)} onRetry={() => void refetch()} />}
      {sessions.map((session) => (
        <SessionTrace key={session.session_id} session={session} simId={sim.id} logs={logs} dated />
      ))}
    </div>
  )
}
