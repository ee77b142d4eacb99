import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Sim, SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../db/database.ts'
import { selectSims } from './queries.ts'
import { simShape } from './sim-shape.ts'

/** The SIMs of these ids as the API shows them, in the order of ids; those that are gone are left out. */
export async function simsByIds(db: Db, ids: readonly number[]): Promise<Sim[]> {
  if (ids.length === 0) return []
  const rows = await selectSims(db, ids)
  return rows.map(simShape)
}

const endBeforeStart = { ja: '終了日時は開始日時より後にしてください', en: 'End time must be later than start time' }

/** Throws `ApiError('invalidInput')` when a filter's end does not come after its start. */
export function checkPeriod({ modified_start: start, modified_end: end }: SimFilter, language: Language): void {
  if (start !== undefined && end !== undefined && Date.parse(end) <= Date.parse(start))
    throw new ApiError('invalidInput', { fields: [{ path: 'modified_end', message: endBeforeStart[language] }] })
}
