import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { causeNameOf } from '@simdeck/contract/campaign-report.ts'
import { basePaths, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { isOtaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import { checkSignedPath, type SignedPath, signPath } from '../../platform/crypto/signed-path.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ResultRow, selectResults } from './queries.ts'

const { path } = endpoints.downloadResultCsv

function pathOf(campaignId: number): string {
  return basePaths.ota + fillPath(path, { id: campaignId })
}

/** A path that opens the result CSV without a token until it expires. */
export function signedResultUrl(key: Uint8Array, campaignId: number, now: Date): SignedPath {
  return signPath(key, pathOf(campaignId), now)
}

/** Throws `ApiError('linkExpired')` for an expired or invalid link. */
export function checkResultUrl(key: Uint8Array, link: { campaignId: number; expires: number; signature: string }, now: Date): void {
  checkSignedPath(key, pathOf(link.campaignId), link, now)
}

const columns = [
  'iccid',
  'device_alias',
  'action',
  'package',
  'version',
  'label',
  'status',
  'outcome',
  'code',
  'sw',
  'reason',
  'acked',
  'total',
  'started_at',
  'finished_at',
  'wave',
  'attempts',
  'cause',
] as const

const rowsAtOnce = 1000

async function* results(db: Db, campaignId: number): AsyncIterable<Record<(typeof columns)[number], string | number | null>> {
  let last = 0
  for (;;) {
    const rows = await selectResults(db, campaignId, last, rowsAtOnce)
    for (const row of rows) yield line(row)
    const end = rows.at(-1)
    if (!end || rows.length < rowsAtOnce) return
    last = end.sim_id
  }
}

function line(row: ResultRow): Record<(typeof columns)[number], string | number | null> {
  return {
    iccid: row.iccid,
    device_alias: row.device_alias,
    action: isOtaKind(row.kind) ? row.kind : null,
    package: row.package_aid,
    version: row.ota_version,
    label: row.label,
    status: row.status,
    // A spreadsheet must distinguish cancelled OTAs from failed ones.
    outcome: row.cancelled ? 'Cancelled' : row.status,
    code: row.code,
    sw: row.sw,
    reason: row.reason,
    acked: row.acked,
    total: row.total,
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    wave: row.wave,
    attempts: row.attempts,
    cause: row.status === 'Succeeded' ? null : causeNameOf(row),
  }
}

/** The result of a campaign: one line per SIM, with the same status as in the counts. Rows are read in pieces at the pace of the reader. */
export function resultCsv(db: Db, campaignId: number): Readable {
  const csv = stringify({ header: true, columns: [...columns], escape_formulas: true })
  // A failure reaches the reader as the error of its stream.
  pipeline(Readable.from(results(db, campaignId)), csv, () => undefined)
  return csv
}
