import { statusesInUse } from '@simdeck/contract/dashboard.ts'
import { defaultSilentIntervals } from '@simdeck/contract/silence.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../platform/db/database.ts'
import { systemSettings } from '../settings/settings.ts'

/** The number of own poll intervals after which a SIM in use counts as silent. */
export async function silentIntervals(db: Db): Promise<number> {
  const [setting] = await systemSettings(db, ['system_config_sim_silent_intervals'])
  return Number(setting?.value ?? defaultSilentIntervals)
}

const offline = { status: [...statusesInUse], connection: ['off'] } satisfies SimFilter

/** The SIMs in use that are silent. */
export const silentFilter = (intervals: number) => ({ ...offline, silent: [`${intervals}x`] }) satisfies SimFilter
/** The SIMs in use that are overdue, but not silent yet. */
export const lateFilter = (intervals: number) => ({ ...offline, silent: [`1-${intervals}x`] }) satisfies SimFilter
