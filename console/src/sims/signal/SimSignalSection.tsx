import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/form/Button.tsx'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { SignalBars } from '../../ui/value/SignalBars.tsx'
import { useText } from '../../ui/words/text.ts'
import { RsrqText } from './RsrqText.tsx'
import { SignalLine } from './SignalLine.tsx'
import { pointsOf } from './signal-line.ts'
import { signalText } from './signal-text.ts'

const SignalTable = lazy(async () => ({ default: (await import('./SignalTable.tsx')).SignalTable }))

/** The last signal of a SIM with its classes, and the signal of the last day. */
export function SimSignalSection({ sim }: { sim: Sim }) {
  const t = useText(signalText)
  const [isTable, setIsTable] = useState(false)
  const { data, error, refetch } = useQuery(queryOf(endpoints.getSimSignal, { params: { id: sim.id } }))
  const table = data && data.samples.length > 0 && (
    <IconButton variant="ghost" size="sm" label={t.table} onClick={() => setIsTable(true)}>
      <IconTable size={16} />
    </IconButton>
  )
  return (
    <Section title={t.signal} note={t.span} end={table}>
      <Facts
        end
        facts={[
          { name: t.rsrpUnit, value: <SignalBars rsrpDbm={sim.rsrp} withWords /> },
          { name: t.rsrqUnit, value: <RsrqText rsrqDb={sim.rsrq} /> },
        ]}
      />
      {error && !data && <ErrorNote message={failureText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width={240} />}
      {data && <SignalLine points={pointsOf(data)} from={Date.parse(data.from)} until={Date.parse(data.until)} />}
      {isTable && data && (
        <Suspense>
          <SignalTable samples={data.samples} onClose={() => setIsTable(false)} />
        </Suspense>
      )}
    </Section>
  )
}
