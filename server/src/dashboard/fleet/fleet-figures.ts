import { pollTimeOf } from '../../sims/poll-times.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FleetNow } from './fleet-now.ts'
import type { CountedFleet } from './count-fleet.ts'
import { type PollsBefore, selectPollsBefore, selectWeekOnline } from './polls-queries.ts'

/** The figures of the fleet as the overview shows them. */
export async function fleetFigures(db: Db, at: Date, counted: CountedFleet, polls: PollsBefore): Promise<NonNullable<FleetNow['fleet']>> {
  return {
    ...counted,
    weekOnlinePercent: await selectWeekOnline(db, at),
    pollsPerMinute: polls.lastMinute?.polls ?? null,
    delayP95Ms: pollTimeOf(polls.delaysOfTenMinutes, 0.95),
  }
}

/** The POLLs before a time, for the functions below. */
export const pollsBefore = (db: Db, at: Date): Promise<PollsBefore> => selectPollsBefore(db, at)

/** The figures of POLLs for the series and for alert rules. */
export function pollFigures({ lastMinute, delaysOfTenMinutes }: PollsBefore): Record<string, number> {
  const delayP95Ms = pollTimeOf(delaysOfTenMinutes, 0.95)
  return { ...(lastMinute && { pollsPerMinute: lastMinute.polls }), ...(delayP95Ms !== null && { delayP95Ms }) }
}

/** The figures of SIMs for the series. */
export const simFigures = ({ sims, online, expected, late, silent }: CountedFleet): Record<string, number> => ({
  sims,
  online,
  expected,
  late,
  silent,
})
