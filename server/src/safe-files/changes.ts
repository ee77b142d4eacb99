import { ApiError } from '@simdeck/contract/errors.ts'
import { maxFilesOfSim } from '@simdeck/contract/sim-files.ts'
import type { Db } from '../platform/db/database.ts'
import { publishAtCommit } from '../platform/events/publish-at-commit.ts'
import * as queries from './queries.ts'
import type { NewSimFile, SimFileRow } from './tables.ts'

/** Adds a file to a SIM that the transaction has locked. Returns its id. Throws `ApiError('fileLimit' | 'fileExists')`. */
export async function addFile(trx: Db, row: NewSimFile): Promise<number> {
  const { count, has } = await queries.filesOfSim(trx, row.sim_id, row.object_id)
  if (has) throw new ApiError('fileExists')
  if (count >= maxFilesOfSim) throw new ApiError('fileLimit')
  const id = await queries.insertFile(trx, row)
  await publishAtCommit(trx, { files: [id] })
  return id
}

/** A file on which no OTA works, locked. Throws `ApiError('fileNotFound' | 'fileState')`. */
export async function lockFileOf(trx: Db, id: number): Promise<SimFileRow> {
  const row = await queries.lockFile(trx, id)
  if (!row) throw new ApiError('fileNotFound')
  if (row.is_open || row.status === 'Deleted') throw new ApiError('fileState')
  return row
}

/** The campaign whose OTA on this file waits for a poll of the SIM; null for none. */
export async function queuedCampaign(db: Db, { id, sim_id: simId }: Pick<SimFileRow, 'id' | 'sim_id'>): Promise<number | null> {
  const open = await queries.openOtaOf(db, simId)
  return open?.fileId === id ? open.campaignId : null
}

/** Throws `ApiError('fileOtaOpen')` while an OTA on a file of the SIM has not ended, since a SIM has one at a time. */
export async function expectNoOpenOta(db: Db, simId: number): Promise<void> {
  if (await queries.openOtaOf(db, simId)) throw new ApiError('fileOtaOpen')
}

/** Changes a file; does nothing while an OTA works on it. */
export async function changeIdleFile(trx: Db, id: number, change: Partial<NewSimFile>): Promise<void> {
  await queries.changeIdle(trx, id, change)
  await publishAtCommit(trx, { files: [id] })
}

/** Takes a change of a file back, unless an OTA works on it or another change followed. */
export async function restoreFile(db: Db, id: number, restored: queries.Restored): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await queries.restoreFormer(trx, id, restored)
    await publishAtCommit(trx, { files: [id] })
  })
}

/** Deletes the row of a file that was never sent. */
export async function dropFile(db: Db, id: number): Promise<void> {
  await queries.deleteUnsent(db, id)
}
