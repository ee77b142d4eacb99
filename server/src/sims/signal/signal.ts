import { ApiError } from '@simdeck/contract/errors.ts'
import { signalHours, type SimSignal } from '@simdeck/contract/sim-signal.ts'
import type { Db } from '../../platform/db/database.ts'
import { selectSamples } from './queries.ts'

const hourMs = 3_600_000

/** The signal of a SIM during the hours before `now`. Throws `ApiError` if there is no such SIM. */
export async function signalOf(db: Db, simId: number, now: Date): Promise<SimSignal> {
  const from = new Date(now.getTime() - signalHours * hourMs)
  const samples = await selectSamples(db, simId, from)
  if (!samples) throw new ApiError('simNotFound')
  return { from: from.toISOString(), until: now.toISOString(), samples }
}
