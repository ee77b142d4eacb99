import { ApiError } from '@simdeck/contract/errors.ts'
import type { FileManagementResult } from '@simdeck/contract/package-scripts.ts'
import { swHex } from '@simdeck/protocol/apdu.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { holdsKeys } from '@simdeck/protocol/card-files/file-names.ts'
import { refusedLine, type RfmAnswer, type RfmFound, type RfmParameters } from '@simdeck/protocol/ota/kinds/rfm.ts'
import type { Db } from '../platform/db/database.ts'
import { insertResult, type ResultKeys, selectResult } from './result-queries.ts'
import { emptyRfm, scriptToSend } from './send.ts'
import type { StoredAnswer, StoredAnswers } from './tables.ts'

const stored = (answers: Readonly<Record<number, RfmAnswer>>): Record<number, StoredAnswer> =>
  Object.fromEntries(
    Object.entries(answers).map(([line, { sw, data }]) => [line, { sw: swHex(sw), data: data && toHex(data).toUpperCase() }]),
  )

/** Stores the answers of a card to a script; without any answer nothing is stored. */
export async function storeResult(trx: Db, keys: ResultKeys, found: unknown): Promise<void> {
  const answers = found as RfmFound | null
  if (!answers) return
  const { before, lines, after } = answers
  await insertResult(trx, keys, { before: stored(before), lines: stored(lines), after: stored(after) })
}

/** Answers in the form of the protocol, for the line that was refused. */
const foundOf = ({ before, lines, after }: StoredAnswers): RfmFound => {
  const read = (answers: Record<number, StoredAnswer>): Record<number, RfmAnswer> =>
    Object.fromEntries(Object.entries(answers).map(([line, { sw }]) => [line, { sw: Number.parseInt(sw, 16), data: new Uint8Array() }]))
  return { scripts: 1, before: read(before), lines: read(lines), after: read(after) }
}

/** The answers without the contents of files with keys, which an earlier version has read. */
export function withoutKeys({ before, lines, after }: StoredAnswers, { lines: commands }: Pick<RfmParameters, 'lines'>): StoredAnswers {
  const shown = (answers: Record<number, StoredAnswer>): Record<number, StoredAnswer> =>
    Object.fromEntries(
      Object.entries(answers).map(([at, answer]) => [at, holdsKeys(commands[Number(at)]?.path ?? []) ? { ...answer, data: null } : answer]),
    )
  return { before: shown(before), lines: shown(lines), after: shown(after) }
}

/** The answers of one card. Throws `ApiError('fileResultNotFound')` if it gave none. */
export async function resultOf(db: Db, otaId: number): Promise<FileManagementResult> {
  const row = await selectResult(db, otaId)
  const script = row && (await scriptToSend(db, 'rfm', row.script_id))
  if (!row || !script) throw new ApiError('fileResultNotFound')
  const parameters = { ...emptyRfm(script), ...(row.is_by_sms && { readsBack: false }) }
  const answers = withoutKeys(row.answers, parameters)
  const isFailed = row.status === 'Failed'
  return {
    otaId,
    simId: row.sim_id,
    iccid: row.iccid,
    device_alias: row.device_alias,
    campaignId: row.campaign_id,
    campaignName: row.campaign_name,
    status: row.status,
    code: row.code,
    sw: row.sw,
    finishedAt: row.finished_at?.toISOString() ?? null,
    failedLine: isFailed && row.sw !== null ? refusedLine(parameters, foundOf(answers)) : null,
    lines: script.row.lines.map((text, at) => ({
      text,
      answer: answers.lines[at] ?? null,
      before: answers.before[at] ?? null,
      after: answers.after[at] ?? null,
    })),
  }
}
