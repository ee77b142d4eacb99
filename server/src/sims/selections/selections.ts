import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { checkPeriod } from '../../platform/http/period.ts'
import { keepSnapshot } from './keep-snapshot.ts'
import {
  deleteOldSelections,
  type Frozen,
  lockSelection,
  insertSelection,
  insertSnapshotOf,
  keepNewestSelections,
  type WhichSims,
} from './queries.ts'
import { selectionText } from './text.ts'

/** The SIMs that a request body names. Throws `ApiError`: `emptyParameters` for none, `invalidInput` for two ways at once. */
export function whichSims(
  { filter, simIds }: { filter?: SimFilter | undefined; simIds?: readonly number[] | undefined },
  language: Language,
): WhichSims {
  if (filter && simIds) throw new ApiError('invalidInput', { fields: [{ path: 'simIds', message: selectionText.onlyOne[language] }] })
  if (simIds) return { simIds }
  if (!filter) throw new ApiError('emptyParameters')
  checkPeriod('modified', filter, language)
  checkPeriod('last_poll', filter, language)
  return { filter }
}

export type Targets = WhichSims | { selectionId: number }

/** The SIMs that a request body names for an OTA; throws as `whichSims` does. */
export function whichTargets(body: Parameters<typeof whichSims>[0] & { selectionId?: number | undefined }, language: Language): Targets {
  const { selectionId, filter, simIds } = body
  if (selectionId === undefined) return whichSims(body, language)
  if (filter ?? simIds) throw new ApiError('invalidInput', { fields: [{ path: 'selectionId', message: selectionText.onlyOne[language] }] })
  return { selectionId }
}

/**
 * Stores the SIMs that match now as a selection, and counts them. Deletes the oldest selections of the member beyond the limit. Throws
 * `ApiError('noTargetSims')` if none match.
 */
export async function selectSims(db: Db, which: WhichSims, createdBy: number | null): Promise<Frozen> {
  return db.transaction().execute(async (trx) => {
    const selection = await insertSelection(trx, which, createdBy)
    if (selection.total === 0) throw new ApiError('noTargetSims')
    await keepNewestSelections(trx, createdBy)
    return selection
  })
}

/** The selection, locked until the transaction ends. Throws `ApiError('selectionNotFound')`. */
export async function selectionOf(trx: Db, id: number): Promise<{ id: number; total: number }> {
  const selection = await lockSelection(trx, id)
  if (!selection) throw new ApiError('selectionNotFound')
  return selection
}

/** A snapshot of the SIMs of a selection, as targets of an OTA. Throws `ApiError('selectionNotFound' | 'noTargetSims')`. */
export async function snapshotOfSelection(db: Db, selectionId: number, createdBy: number | null): Promise<Frozen> {
  return db.transaction().execute(async (trx) => {
    await selectionOf(trx, selectionId)
    return keepSnapshot(trx, await insertSnapshotOf(trx, selectionId, createdBy), createdBy)
  })
}

/** Deletes old selections. */
export function sweepSelections(db: Db): Promise<void> {
  return deleteOldSelections(db)
}
