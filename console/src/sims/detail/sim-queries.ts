import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Progress } from '@simdeck/contract/ota-progress.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOf } from '../../session/api/query.ts'

export function useSim(id: number) {
  return useQuery({
    ...queryOf(endpoints.getSim, { params: { id } }),
    enabled: Number.isSafeInteger(id) && id > 0,
  })
}

const openSessionMs = 3_000
/** Silence after which an open session is no longer loaded again. */
const silentMs = 5 * 60_000

/**
 * Latest device sessions of a SIM with their messages, newest first. An open session is loaded again every few seconds, because no
 * event reports its end.
 */
export function useSimSessions(id: number, take: number) {
  return useQuery({
    ...queryOf(endpoints.listSimSessions, { params: { id }, query: { take } }),
    refetchInterval: ({ state }) => {
      const newest = state.data?.[0]
      return newest?.close_code === null && Date.now() - Date.parse(newest.ended_at) < silentMs ? openSessionMs : false
    },
  })
}

const recentLogs = 20

/** Latest OTAs of a SIM. They are loaded again when the SIM refers to an OTA that is not among them. */
export function useRecentOtas(sim: Sim) {
  const query = useQuery({
    ...queryOf(endpoints.listOtaLogs, { query: { simId: sim.id, take: recentLogs, sort: 'created_at:DESC' } }),
  })
  const { data, refetch } = query
  const newest = Math.max(0, ...currentProgress(sim).map((progress) => progress.ota_id))
  const known = data ? Math.max(0, ...data.data.map((log) => log.id)) : newest
  useEffect(() => {
    if (newest > known) void refetch()
  }, [newest, known, refetch])
  return query
}

/** Progress of the current or last OTA of each applet type. */
export function currentProgress(sim: Sim): Progress[] {
  return [sim.poller.ota_progress, sim.other_applet.ota_progress].filter((progress) => progress !== null)
}

const openStatuses = ['Started', 'Interrupted', 'Ready']

/** Current or last OTA of each applet type. Open OTAs come first. */
export function currentOtas(sim: Sim, logs: readonly OtaLog[]): OtaLog[] {
  const rank = (log: OtaLog): number => {
    const index = openStatuses.indexOf(log.progress.status)
    return index < 0 ? openStatuses.length : index
  }
  return currentProgress(sim)
    .flatMap(({ ota_id: id }) => logs.find((log) => log.id === id) ?? [])
    .toSorted((a, b) => rank(a) - rank(b) || b.id - a.id)
}

/**
 * The other OTA of a replacement: the removal of the old version, or the installation of the new one. Null if the OTA is not part
 * of a replacement.
 */
export function counterpartOf(log: OtaLog, logs: readonly OtaLog[]): OtaLog | null {
  return logs.find((one) => one.campaign_id === log.campaign_id && one.applet_type === log.applet_type && one.id !== log.id) ?? null
}
