import type { BodyOf } from '@simdeck/contract/endpoint.ts'
import { type checkKeyImport, type KeyFileColumn, keyFileColumns } from '@simdeck/contract/key-imports.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import type { Caller, StreamedFile } from '../../../platform/http/handler.ts'
import { type Found, manyLines, maxStoredProblems, storeProblems, whileStaging } from '../check/staging.ts'
import { inTurns } from '../check/in-turns.ts'
import type { ImportDependencies } from '../import-sims.ts'
import type { NewProblem } from '../check/problem-numbers.ts'
import { deleteStaged, finishCheck } from '../queries.ts'
import { bounded, readUpload, refusalOf } from '../read-upload.ts'
import { checkKeyLine, type KeyLineOptions } from './check-key-line.ts'
import { analyzeStaged, checkStaged, keyLines, stagedRow } from './queries.ts'
import { type KeyFileLine, readKeyFile } from './read-key-file.ts'
import { sealKeyLine, type SmsKeySet } from './seal-key-line.ts'
import { KeyFileError, type KeyFileReason, keyFileText } from './text.ts'

type KeyUpload = { file: StreamedFile; body: BodyOf<typeof checkKeyImport>; caller: Caller; language: Language }
type Settings = KeyLineOptions & { kvn: number | null; sms: SmsKeySet }
type Problem = NewProblem<KeyFileColumn, KeyFileReason>

/**
 * Reads and checks a key file while it arrives, and leaves a task that waits to be started. The keys are opened with the transport key and
 * sealed line by line; the transport key is erased at the end. Throws `ApiError('keyFileHeader')` if it is not a key file with these columns.
 */
export async function checkKeyFile(dependencies: ImportDependencies, { file, body, caller, language }: KeyUpload): Promise<number> {
  const { format, encoding, columns, transport_key: hex, kvn, key_set: number, algorithm, tar, trigger_tar: triggerTar = null } = body
  const transportKey = hex === undefined ? null : fromHex(hex)
  const settings = { transportKey, algorithm, kvn: kvn ?? null, sms: { number, algorithm, tar: fromHex(tar) } }
  const { db } = dependencies.database
  try {
    const { id, found } = await readUpload(dependencies, {
      file,
      pieces: readKeyFile(bounded(file.stream, dependencies.maxMegabytes), { format, encoding, columns }),
      task: { kind: 'keyImport', mode: 'update', encoding, params: { keySet: number, algorithm, tar, triggerTar } },
      caller,
      check: (taskId, pieces) => stageKeys(dependencies, pieces, { taskId, memberId: caller.memberId }, settings),
      refusal: (error) => {
        if (!(error instanceof KeyFileError)) return null
        const { reason, ...problem } = error.problem
        return refusalOf('keyFileHeader', [{ ...problem, words: keyFileText[reason] }], 1, language)
      },
    })
    const { lines, good, bad } = found
    if (!(await finishCheck(db, id, { lines, good, bad }))) await deleteStaged(db, id, keyLines.name)
    dependencies.publish({ tasks: [id] })
    return id
  } finally {
    transportKey?.fill(0)
  }
}

function stageKeys(
  { database, sealer }: ImportDependencies,
  pieces: AsyncIterable<readonly KeyFileLine[]>,
  { taskId, memberId }: { taskId: number; memberId: number | null },
  settings: Settings,
): Promise<Found> {
  const { db } = database
  return whileStaging(database, { taskId, memberId, table: keyLines }, async (staging) => {
    const found = { lines: 0, unstaged: 0, problems: 0 }
    const room = () => Math.max(0, maxStoredProblems - found.problems)
    for await (const piece of pieces) {
      let rows = ''
      const problems: Problem[] = []
      for await (const line of inTurns(piece)) {
        if ('reason' in line) {
          found.unstaged++
          problems.push({ line: line.line, column: null, reason: line.reason, iccid: null })
          continue
        }
        const checked = checkKeyLine(line.cells, settings)
        problems.push(...checked.problems.map((problem) => ({ ...problem, line: line.line, iccid: checked.iccid || null })))
        if (checked.iccid === '') found.unstaged++
        else rows += stagedRow(taskId, sealKeyLine(sealer, line.line, checked, settings))
      }
      found.lines += piece.length
      await staging.write(rows)
      await storeProblems(db, taskId, keyFileColumns, problems.slice(0, room()))
      found.problems += problems.length
    }
    await staging.end()
    if (found.lines > manyLines) await analyzeStaged(db)
    const staged = await db.transaction().execute((trx) => checkStaged(trx, { taskId, room: room() }))
    return { lines: found.lines, good: staged.good, bad: found.unstaged + staged.bad, problems: found.problems + staged.problems }
  })
}
