import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { DryRunSim } from '@simdeck/contract/dry-run-sims.ts'
import { basePaths, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { checkSignedPath, type SignedPath, signPath } from '../../platform/crypto/signed-path.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Effect } from './effects-queries.ts'
import { rowsOf, slicesOf, storedDryRun } from './sims.ts'
import { selectDryRun, selectSlices, type SimFacts, type StoredDryRun } from './sims-queries.ts'

const pathOf = (id: number): string => basePaths.ota + fillPath(endpoints.downloadDryRunCsv.path, { id })

/** A path that opens the CSV of the last dry run without a token until it expires. Throws `ApiError`. */
export async function signedDryRunUrl(db: Db, key: Uint8Array, id: number, now: Date): Promise<SignedPath> {
  await storedDryRun(db, id)
  return signPath(key, pathOf(id), now)
}

/** Throws `ApiError('linkExpired')` for an expired or invalid link. */
export function checkDryRunUrl(key: Uint8Array, link: { id: number; expires: number; signature: string }, now: Date): void {
  checkSignedPath(key, pathOf(link.id), link, now)
}

const columns = [
  'id',
  'iccid',
  'device_alias',
  'imsi',
  'msisdn',
  'group',
  'action',
  'reason',
  'from_name',
  'from_version',
  'to_name',
  'to_version',
  'to_label',
  'removes',
  'wave',
  'commands',
  'octets',
  'polls',
  'interval_seconds',
  'interval_source',
  'expected_seconds',
  'last_poll',
] as const
type Line = Record<(typeof columns)[number], string | number | null>

/** The dry run was deleted or made anew during the download. */
class DryRunReplaced extends Error {
  override name = 'DryRunReplaced'
}

async function* lines(db: Db, id: number, stored: StoredDryRun & { effects: readonly Effect[] }): AsyncIterable<Line> {
  for (const slice of slicesOf(stored.effects, 0, Number.MAX_SAFE_INTEGER)) {
    const sims = await selectSlices(db, id, [slice])
    const present = await selectDryRun(db, id)
    if (present?.made_at.getTime() !== stored.made_at.getTime()) throw new DryRunReplaced()
    for (const { row, facts } of await rowsOf(db, stored, sims)) yield lineOf(row, facts)
  }
}

function lineOf(row: DryRunSim, facts: SimFacts | undefined): Line {
  return {
    id: row.sim_id,
    iccid: row.iccid,
    device_alias: row.device_alias,
    imsi: facts?.imsi ?? null,
    msisdn: facts?.msisdn ?? null,
    group: facts?.group ?? null,
    action: row.action ?? 'excluded',
    reason: row.reason,
    from_name: row.from?.name ?? null,
    from_version: row.from?.version ?? null,
    to_name: row.to?.name ?? null,
    to_version: row.to?.version ?? null,
    to_label: row.to?.label ?? null,
    removes: row.removes ? 'yes' : 'no',
    wave: row.wave,
    commands: row.commands,
    octets: row.octets,
    polls: row.polls,
    interval_seconds: row.interval?.seconds ?? null,
    interval_source: row.interval?.source ?? null,
    expected_seconds: row.expectedSeconds,
    last_poll: row.last_poll,
  }
}

/**
 * The effect of the last dry run on each SIM, read at the pace of the reader. The download breaks off if the dry run ends or is made anew
 * meanwhile. Throws `ApiError('snapshotNotFound' | 'dryRunNotFound')`.
 */
export async function dryRunCsv(db: Db, id: number): Promise<Readable> {
  const stored = await storedDryRun(db, id)
  const csv = stringify({ header: true, columns: [...columns], escape_formulas: true })
  // A failure reaches the reader as the error of its stream.
  pipeline(Readable.from(lines(db, id, stored)), csv, () => undefined)
  return csv
}
