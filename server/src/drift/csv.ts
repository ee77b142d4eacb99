import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { DifferenceKind } from '@simdeck/contract/drift.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { checkSignedPath, type SignedPath, signPath } from '../platform/crypto/signed-path.ts'
import type { Db } from '../platform/db/database.ts'
import { type DifferingRow, selectDifferingPage } from './queries.ts'

type Filter = { kind?: DifferenceKind | undefined; search?: string | undefined }

const path = basePaths.ota + endpoints.downloadDriftCsv.path
const queryOf = ({ kind, search }: Filter): Record<string, string> => ({
  ...(kind !== undefined && { kind }),
  ...(search !== undefined && { search }),
})

/** A path that opens the CSV of that filter without a token until it expires. */
export const signedDriftUrl = (key: Uint8Array, filter: Filter, now: Date): SignedPath => signPath(key, path, now, queryOf(filter))

/** Throws `ApiError('linkExpired')` for an expired or invalid link, and for another filter than that of the link. */
export const checkDriftUrl = (key: Uint8Array, link: Filter & { expires: number; signature: string }, now: Date): void =>
  checkSignedPath(key, path, link, now, queryOf(link))

const rowsAtOnce = 1000

async function* differing(db: Db, filter: Filter) {
  let after: DifferingRow | undefined
  for (;;) {
    const rows = await selectDifferingPage(db, { ...filter, after }, { order: 'desc', take: rowsAtOnce, skip: 0 })
    for (const row of rows) yield cellsOf(row)
    after = rows.at(-1)
    if (!after || rows.length < rowsAtOnce) return
  }
}

const columns = [
  'id',
  'iccid',
  'device_alias',
  'difference',
  'aid',
  'package',
  'package_version',
  'card_version',
  'card_state',
  'further_differences',
  'campaign_id',
  'read_at',
] as const

function cellsOf({ leading, package: named, ...row }: DifferingRow): Record<(typeof columns)[number], string | number | null> {
  return {
    id: row.id,
    iccid: row.iccid,
    device_alias: row.device_alias,
    difference: leading.kind,
    aid: leading.aid,
    package: named?.name ?? null,
    package_version: named?.otaVersion ?? null,
    card_version: leading.version,
    card_state: leading.state,
    further_differences: row.others,
    campaign_id: row.campaign_id,
    read_at: row.read_at.toISOString(),
  }
}

/** The SIMs with a difference that match, the last answers first, read at the pace of the reader. */
export function driftCsv(db: Db, filter: Filter): Readable {
  const csv = stringify({ header: true, columns: [...columns], escape_formulas: true })
  // A failure reaches the reader as the error of its stream.
  pipeline(Readable.from(differing(db, filter)), csv, () => undefined)
  return csv
}
