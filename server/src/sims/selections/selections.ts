import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { checkPeriods } from '../check-periods.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import {
  deleteOldSelections,
  type Frozen,
  insertSelection,
  keepNewestSelections,
  lockSelection,
  noteFilter,
  type Purpose,
  type TargetChoice,
  type SimChoice,
} from './queries.ts'
import { selectionText } from './text.ts'

export { keepNewestSelections }

/** The choice of SIMs in a request body. Throws `ApiError`: `emptyParameters` for none, `invalidInput` for both a filter and ids. */
export function simChoiceOf(
  { filter, simIds }: { filter?: SimFilter | undefined; simIds?: readonly number[] | undefined },
  language: Language,
): SimChoice {
  if (filter && simIds) throw new ApiError('invalidInput', { fields: [{ path: 'simIds', message: selectionText.onlyOne[language] }] })
  if (simIds) return { simIds }
  if (!filter) throw new ApiError('emptyParameters')
  checkPeriods(filter, language)
  return { filter }
}

/** The choice of SIMs for an OTA in a request body; throws as `simChoiceOf` does. */
export function targetChoiceOf(
  body: Parameters<typeof simChoiceOf>[0] & { selectionId?: number | undefined },
  language: Language,
): TargetChoice {
  const { selectionId, filter, simIds } = body
  if (selectionId === undefined) return simChoiceOf(body, language)
  if (filter ?? simIds) throw new ApiError('invalidInput', { fields: [{ path: 'selectionId', message: selectionText.onlyOne[language] }] })
  return { selectionId }
}

/**
 * Keeps a new selection and deletes the oldest ones of its creator and purpose beyond the limit. Throws `ApiError('noTargetSims')` if it is
 * empty.
 */
export async function keepSelection(trx: Db, selection: Frozen, purpose: Purpose, createdBy: number | null): Promise<Frozen> {
  if (selection.total === 0) throw new ApiError('noTargetSims')
  await keepNewestSelections(trx, purpose, createdBy)
  return selection
}

/** Stores the SIMs that match now as a selection, and counts them. Throws `ApiError('noTargetSims')` if none match. */
export function selectSims(db: Db, choice: SimChoice, createdBy: number | null): Promise<Frozen> {
  return inTime(db, timeLimits.selection, (trx) => storeSelection(trx, choice, createdBy))
}

/** Stores these SIMs as a selection in the caller's transaction. */
export async function storeSelection(trx: Db, choice: SimChoice, createdBy: number | null): Promise<Frozen> {
  return keepSelection(trx, await insertSelection(trx, choice, 'change', createdBy), 'change', createdBy)
}

/** The selection, locked until the transaction ends. Throws `ApiError('selectionNotFound')`. */
export async function selectionOf(trx: Db, id: number): Promise<{ id: number; total: number }> {
  const selection = await lockSelection(trx, id)
  if (!selection) throw new ApiError('selectionNotFound')
  return selection
}

/**
 * Stores the SIMs that match now, or that still exist of a selection, as a snapshot: the targets of an OTA. Throws
 * `ApiError('noTargetSims')` if there are none, and `ApiError('selectionNotFound')`. `filterAsSent` is kept for a repetition of the
 * campaign.
 */
export function freezeTargets(
  db: Db,
  choice: TargetChoice,
  createdBy: number | null,
  filterAsSent: Record<string, string> | null,
): Promise<Frozen> {
  return inTime(db, timeLimits.selection, async (trx) => {
    if ('selectionId' in choice) await selectionOf(trx, choice.selectionId)
    const frozen = await keepSelection(trx, await insertSelection(trx, choice, 'snapshot', createdBy), 'snapshot', createdBy)
    if (filterAsSent) await noteFilter(trx, frozen.id, filterAsSent)
    return frozen
  })
}

/** Deletes old selections. */
export function sweepSelections(db: Db): Promise<void> {
  return deleteOldSelections(db)
}
