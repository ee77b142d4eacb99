import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { basePaths, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { commandTitle, describeCommand } from '@simdeck/protocol/gp/describe.ts'
import { knownFile, pathText } from '@simdeck/protocol/card-files/file-names.ts'
import type { RfmParameters } from '@simdeck/protocol/ota/kinds/rfm.ts'
import { checkSignedPath, type SignedPath, signPath } from '../platform/crypto/signed-path.ts'
import type { Db } from '../platform/db/database.ts'
import { type ResultRow, selectCampaignResults } from './result-queries.ts'
import { scriptOf, withoutKeys } from './results.ts'
import { emptyRfm } from './send.ts'

const pathOf = (campaignId: number): string => basePaths.ota + fillPath(endpoints.downloadFileManagementCsv.path, { campaignId })

/** A path that opens the CSV of a campaign without a token until it expires. */
export const signedCsvUrl = (key: Uint8Array, campaignId: number, now: Date): SignedPath => signPath(key, pathOf(campaignId), now)

/** Throws `ApiError('linkExpired')` for an expired or invalid link. */
export function checkCsvUrl(key: Uint8Array, link: { campaignId: number; expires: number; signature: string }, now: Date): void {
  checkSignedPath(key, pathOf(link.campaignId), link, now)
}

const columns = [
  'iccid',
  'device_alias',
  'status',
  'finished_at',
  'line',
  'command',
  'file',
  'path',
  'sw',
  'data',
  'before',
  'after',
] as const
type Line = Record<(typeof columns)[number], string | number | null>

const rowsAtOnce = 500

async function* lines(db: Db, campaignId: number): AsyncIterable<Line> {
  const scripts = new Map<number, RfmParameters['lines']>()
  let last = 0
  for (;;) {
    const rows = await selectCampaignResults(db, campaignId, last, rowsAtOnce)
    for (const row of rows) {
      const known = scripts.get(row.script_id) ?? (await commandsOf(db, row))
      scripts.set(row.script_id, known)
      yield* linesOf(row, known)
    }
    const end = rows.at(-1)
    if (!end || rows.length < rowsAtOnce) return
    last = end.ota_id
  }
}

async function commandsOf(db: Db, row: ResultRow): Promise<RfmParameters['lines']> {
  const script = await scriptOf(db, row)
  return script ? emptyRfm(script).lines : []
}

function linesOf({ answers: stored, ...row }: ResultRow, lines: RfmParameters['lines']): Line[] {
  const { iccid, device_alias, status } = row
  const answers = withoutKeys(stored, { lines })
  return lines.map(({ apdu, path }, at) => ({
    iccid,
    device_alias,
    status,
    finished_at: row.finished_at?.toISOString() ?? null,
    line: row.script_lines?.[at] ?? at + 1,
    command: commandTitle(describeCommand(apdu)),
    file: knownFile(path)?.name ?? null,
    path: pathText(path),
    sw: answers.lines[at]?.sw ?? null,
    data: answers.lines[at]?.data ?? null,
    before: answers.before[at]?.data ?? null,
    after: answers.after[at]?.data ?? null,
  }))
}

/** The answers of the cards of a campaign: a line for each line of the script and each SIM. Rows are read in pieces. */
export function resultCsv(db: Db, campaignId: number): Readable {
  const csv = stringify({ header: true, columns: [...columns], escape_formulas: true })
  // A failure reaches the reader as the error of its stream.
  pipeline(Readable.from(lines(db, campaignId)), csv, () => undefined)
  return csv
}
