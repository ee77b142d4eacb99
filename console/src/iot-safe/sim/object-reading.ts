import { endpoints } from '@simdeck/contract/endpoints.ts'
import { kindOfAction } from '@simdeck/contract/ota-kinds/kinds.ts'
import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { queryOf, refresh } from '../../session/api/query.ts'
import { useWatchedSims } from '../../session/live/watched-sims.ts'

const recentOtas = 20

/** Starts the reading of the objects of this SIM: at the next poll its card is asked for them. */
async function readObjects(simId: number): Promise<void> {
  const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { simIds: [simId] } })
  await call(endpoints.putBulkOta, { body: { snapshotId, kind: 'iot-safe' } })
}

/** The newest OTAs of a SIM, followed live, the last one that reads its objects, and the action that starts another one. */
export function useObjectReading(simId: number) {
  useWatchedSims(simId > 0 ? [simId] : [])
  const { data } = useQuery({
    ...queryOf(endpoints.listOtaLogs, { query: { simId, take: recentOtas, sort: 'created_at:DESC' } }),
    enabled: simId > 0,
  })
  const logs = data?.data ?? []
  const last = logs.find(({ progress }) => kindOfAction(progress.action_type.type) === 'iot-safe') ?? null
  const status = last?.progress.status ?? null
  const start = useMutation({
    mutationFn: () => readObjects(simId),
    onSettled: () => void refresh(endpoints.listOtaLogs),
  })
  return { logs, last, status, isOpen: status !== null && openOtaStatuses.includes(status), start }
}
export type ObjectReading = ReturnType<typeof useObjectReading>
