import type { Language } from '@simdeck/contract/languages.ts'
import { csvColumnsOf } from '@simdeck/protocol/card-files/template.ts'
import type { ScriptToSend } from '../package-scripts/send.ts'
import { valuesById } from '../package-scripts/values/access.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../platform/db/database.ts'
import { wrongTarget } from './requested-kind.ts'
import type { CsvColumns } from './sql/value-fault.ts'
import { columnsMissing } from './text.ts'

/**
 * The columns of the CSV for a script; null for a script that needs none. Throws `ApiError` for a CSV that is gone or lacks a column, and
 * for a script that needs one and has none.
 */
export async function csvColumnsFor(
  db: Db,
  { holes }: ScriptToSend,
  { valuesId, language }: { valuesId: number | undefined; language: Language },
): Promise<CsvColumns | null> {
  const needed = csvColumnsOf(holes)
  if (needed.length === 0) return null
  if (valuesId === undefined) throw wrongTarget('valuesId', 'valuesRequired', language)
  const file = await valuesById(db, valuesId)
  if (!file) throw new ApiError('scriptValuesNotFound')
  const lacking = needed.filter((name) => !file.columns.includes(name))
  if (lacking.length > 0) {
    const message = columnsMissing[language](lacking.join(language === 'ja' ? '、' : ', '))
    throw new ApiError('invalidInput', { fields: [{ path: 'valuesId', message }] })
  }
  return { valuesId, columns: file.columns }
}
