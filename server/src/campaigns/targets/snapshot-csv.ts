import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { basePaths, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { checkSignedPath, type SignedPath, signPath } from '../../platform/crypto/signed-path.ts'
import type { Db } from '../../platform/db/database.ts'
import { selectSnapshotSims, snapshotExists } from './queries.ts'

const pathOf = (id: number): string => basePaths.ota + fillPath(endpoints.downloadSnapshotCsv.path, { id })

/** A path that opens the CSV of a snapshot without a token until it expires. Throws `ApiError('snapshotNotFound')`. */
export async function signedSnapshotUrl(db: Db, key: Uint8Array, id: number, now: Date): Promise<SignedPath> {
  if (!(await snapshotExists(db, id))) throw new ApiError('snapshotNotFound')
  return signPath(key, pathOf(id), now)
}

/** Throws `ApiError('linkExpired')` for an expired or invalid link. */
export function checkSnapshotUrl(key: Uint8Array, link: { id: number; expires: number; signature: string }, now: Date): void {
  checkSignedPath(key, pathOf(link.id), link, now)
}

const columns = ['id', 'iccid', 'device_alias', 'imsi', 'msisdn', 'group'] as const
const rowsAtOnce = 1000

async function* sims(db: Db, snapshotId: number) {
  let last = 0
  for (;;) {
    const rows = await selectSnapshotSims(db, snapshotId, last, rowsAtOnce)
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < rowsAtOnce) return
    last = end.id
  }
}

/** The SIMs of a snapshot in the order of their ids, read at the pace of the reader. Throws `ApiError('snapshotNotFound')`. */
export async function snapshotCsv(db: Db, snapshotId: number): Promise<Readable> {
  if (!(await snapshotExists(db, snapshotId))) throw new ApiError('snapshotNotFound')
  const csv = stringify({ header: true, columns: [...columns], escape_formulas: true })
  // A failure reaches the reader as the error of its stream.
  pipeline(Readable.from(sims(db, snapshotId)), csv, () => undefined)
  return csv
}
