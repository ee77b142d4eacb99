import { kindOfAction } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { lazy, Suspense } from 'react'
import { SimQuarantine } from '../../campaigns/pace/SimQuarantine.tsx'
import { inTime } from '../../session/address/load-screen.ts'
import { failureText } from '../../session/api/failure.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Columns } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { OtaSection } from '../ota/OtaSection.tsx'
import { otaText } from '../ota/ota-text.ts'
import { SessionTrace } from '../trace/SessionTrace.tsx'
import { counterpartOf, useSimSessions } from './sim-queries.ts'
import type { SimDialog } from './SimDialogs.tsx'
import { SimKeySets } from '../key-sets/SimKeySets.tsx'
import { SimInventory } from '../inventory/SimInventory.tsx'
import { useDisabledReasons } from './SimActions.tsx'
import { SimRail } from './SimRail.tsx'
import { Lines } from './SimSkeleton.tsx'

const SimWake = lazy(async () => ({ default: (await inTime(import('../wake/SimWake.tsx'))).SimWake }))
const SimScp81 = lazy(async () => ({ default: (await inTime(import('../scp81/SimScp81.tsx'))).SimScp81 }))

interface SimOverviewProps {
  sim: Sim
  current: readonly OtaLog[]
  logs: readonly OtaLog[]
  loading: boolean
  error: Error | null
  onRetry: () => void
  onDialog: (dialog: SimDialog) => void
}

/** Overview of a SIM: its current OTAs with their next steps, the content of its card, and its latest device session. */
export function SimOverview({ sim, current, logs, loading, error, onRetry, onDialog }: SimOverviewProps) {
  const t = useText(otaText)
  const { data: sessions } = useSimSessions(sim.id, 1)
  const session = sessions?.[0]
  const { run: reason } = useDisabledReasons(sim, current)
  return (
    <Columns rail={<SimRail sim={sim} />}>
      <SimQuarantine sim={sim} />
      {loading && <Lines widths={[240, 640, 560, 320]} />}
      {error && !loading && <ErrorState message={failureText(error)} onRetry={onRetry} />}
      {current.map((log) => (
        <OtaSection key={log.id} log={log} counterpart={counterpartOf(log, logs)} sim={sim} current={current} onDialog={onDialog} />
      ))}
      <SimInventory
        sim={sim}
        last={logs.find(({ progress }) => kindOfAction(progress.action_type.type) === 'inventory') ?? null}
        reason={reason}
      />
      <SimKeySets sim={sim} newest={`${logs[0]?.id} ${logs[0]?.progress.status}`} reason={reason} />
      <Suspense>
        <SimWake sim={sim} />
        <SimScp81 sim={sim} />
      </Suspense>
      {!loading && !error && current.length === 0 && !session && <EmptyState title={t.none}>{t.noneNote}</EmptyState>}
      {session && <SessionTrace session={session} simId={sim.id} logs={logs} />}
    </Columns>
  )
}
