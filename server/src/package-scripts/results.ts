import { ApiError } from '@simdeck/contract/errors.ts'
import type { FileManagementResult } from '@simdeck/contract/package-scripts.ts'
import { swHex } from '@simdeck/protocol/apdu.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { holdsKeys } from '@simdeck/protocol/card-files/file-names.ts'
import { linesReadBefore, refusedLine, type RfmAnswer, type RfmFound, type RfmParameters } from '@simdeck/protocol/ota/kinds/rfm.ts'
import type { Db } from '../platform/db/database.ts'
import { inTime, timeLimits } from '../platform/db/time-limit.ts'
import { type AnswerCounts, countRefusals, insertResult, type ResultKeys, type ResultRow, selectResult } from './result-queries.ts'
import { emptyRfm, partToSend, type ScriptToSend, scriptToSend } from './send.ts'
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

/** The lines of the script that an OTA has run; null if there is no such script. */
export async function scriptOf(db: Db, { script_id: id, script_lines: numbers }: ResultRow): Promise<ScriptToSend | null> {
  const script = await scriptToSend(db, 'rfm', id)
  return script && partToSend(script, numbers ?? undefined)
}

/** The commands of an OTA, with 00 in place of values. A message reads nothing back. */
const parametersOf = (script: ScriptToSend, { is_by_sms: isBySms }: ResultRow): RfmParameters => ({
  ...emptyRfm(script),
  ...(isBySms && { readsBack: false }),
})

/** The index of the line that the card of a failed OTA refused. */
const failedLineOf = ({ status, sw, answers }: ResultRow, parameters: RfmParameters): number | null =>
  status === 'Failed' && sw !== null ? refusedLine(parameters, foundOf(answers)) : null

const noAnswer: StoredAnswer = { sw: '9000', data: '' }
const firstOf = (lines: readonly number[], count: number): StoredAnswers['lines'] =>
  Object.fromEntries(lines.slice(0, count).map((line) => [line, noAnswer]))

/** The numbers of answers with which a card has refused that line: those before an update, and those to the lines. */
function answersAt(line: number, parameters: RfmParameters): AnswerCounts[] {
  const before = linesReadBefore(parameters)
  const all = parameters.lines.map((_, at) => at)
  const reading = before.map((_, count) => ({ before: count, lines: 0 }))
  const writing = all.map((count) => ({ before: before.length, lines: count }))
  return [...reading, ...writing].filter((counts) => {
    const answers = { before: firstOf(before, counts.before), lines: firstOf(all, counts.lines), after: {} }
    return refusedLine(parameters, foundOf(answers)) === line
  })
}

/** The number of SIMs of the campaign that failed as this one, by `countRefusals`: at the same line, with the same status word. Null if no line was refused. */
export async function sameRefusals(db: Db, otaId: number): Promise<number | null> {
  const row = await selectResult(db, otaId)
  const script = row && (await scriptOf(db, row))
  if (!row || !script) throw new ApiError('fileResultNotFound')
  const parameters = parametersOf(script, row)
  const line = failedLineOf(row, parameters)
  if (line === null || row.sw === null) return null
  const { campaign_id: campaignId, sw } = row
  return inTime(db, timeLimits.list, (trx) => countRefusals(trx, { campaignId, sw, counts: answersAt(line, parameters) }))
}

/** The answers of one card. Throws `ApiError('fileResultNotFound')` if it gave none. */
export async function resultOf(db: Db, otaId: number): Promise<FileManagementResult> {
  const row = await selectResult(db, otaId)
  const script = row && (await scriptOf(db, row))
  if (!row || !script) throw new ApiError('fileResultNotFound')
  const parameters = parametersOf(script, row)
  const answers = withoutKeys(row.answers, parameters)
  return {
    otaId,
    simId: row.sim_id,
    iccid: row.iccid,
    device_alias: row.device_alias,
    campaignId: row.campaign_id,
    campaignName: row.campaign_name,
    scriptId: row.script_id,
    packageName: script.packageName,
    otaVersion: script.otaVersion,
    status: row.status,
    code: row.code,
    sw: row.sw,
    finishedAt: row.finished_at?.toISOString() ?? null,
    failedLine: failedLineOf(row, parameters),
    lines: script.row.lines.map((text, at) => ({
      number: row.script_lines?.[at] ?? at + 1,
      text,
      answer: answers.lines[at] ?? null,
      before: answers.before[at] ?? null,
      after: answers.after[at] ?? null,
    })),
  }
}
