import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { csvEncodings } from './tasks.ts'

/** The largest numbers of lines, of columns beside the ICCID, and of bytes in a cell (UTF-8) and in a file. */
export const maxValueRows = 1_000_000
export const maxValueColumns = 50
export const maxCellBytes = 400
export const maxValuesFileBytes = 256 * 1024 * 1024

/** The number of days for which the values of a campaign are kept after it has ended, for its SIMs that failed. */
export const valuesKeptDays = 30

/** An uploaded CSV with values of SIMs, without the values. */
export const scriptValues = z.object({
  id: z.number(),
  fileName: z.string(),
  /** The columns beside the ICCID; a script names them as `{{csv.NAME}}`. */
  columns: z.array(z.string()),
  rows: z.number(),
  createdAt: z.string(),
})
export type ScriptValues = z.infer<typeof scriptValues>

/**
 * The header names the columns. All lines are stored or none. Bad lines answer 400 `valuesInvalid`, with an entry of `fields` (path
 * `line N, column`) for each of the first ten. Only the member or API ID that uploaded the file can use it, and everyone who repeats a
 * campaign that used it, with the same script.
 */
export const uploadScriptValues = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/script-values',
  needs: 'OTA_CREATE',
  summary: 'Upload a CSV with values of SIMs for the variables {{csv.NAME}} of scripts',
  file: { field: 'file', streamed: true },
  body: z.strictObject({
    encoding: z.enum(csvEncodings).default('utf-8'),
    /** The column with the ICCID; the first one by default. */
    iccidColumn: z.string().min(1).max(100).optional(),
  }),
  response: scriptValues,
  errors: ['valuesInvalid', 'payloadTooLarge', 'tooManyRequests'],
})

export const getScriptValues = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/script-values/{id}',
  needs: 'OTA_CREATE',
  summary: 'The columns and the number of lines of an uploaded CSV with values of SIMs',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  response: scriptValues,
  errors: ['scriptValuesNotFound'],
})
