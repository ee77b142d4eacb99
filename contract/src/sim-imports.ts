import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { simExportColumns } from './sim-exports.ts'
import { type SimFieldName, simFields, type SimFieldsWith } from './sim-fields.ts'
import { csvEncodings, importModes, task } from './tasks.ts'

export type ImportableField = SimFieldsWith<{ importable: true }>
const isImportable = (name: SimFieldName): name is ImportableField => 'importable' in simFields[name]

/**
 * The columns of a SIM CSV in their usual order: fields of the SIM, its keys, and its SCP80 key set (`sms_`), which needs SIM_UPDATE. Only
 * `iccid` is required.
 */
export const simCsvColumns = [
  ...simExportColumns.filter(isImportable),
  'cap_auth_key',
  'encrypt_key',
  'sd_aid',
  'kvn',
  'scp03_enc',
  'scp03_mac',
  'scp03_dek',
  'scp03_level',
  'sms_key_set',
  'sms_algorithm',
  'sms_kic',
  'sms_kid',
  'sms_tar',
  'sms_counter',
] as const
export type SimCsvColumn = (typeof simCsvColumns)[number]

/** The longest line of a SIM CSV, in bytes. A file with a longer line is refused. */
export const maxCsvLineBytes = 64 * 1024

const simCsvColumn = z.enum(simCsvColumns)

/**
 * The SIM column of each column of the file, in order, or null to leave the column out. It is JSON text, since it is a form field. Without
 * it the header names the columns.
 */
const columns = z
  .string()
  .max(10_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'JSON' })
      return z.NEVER
    }
  })
  .pipe(
    z
      .array(simCsvColumn.nullable())
      .min(1)
      .max(200)
      .refine((names) => names.includes('iccid'))
      .refine((names) => {
        const used = names.filter((name) => name !== null)
        return new Set(used).size === used.length
      }),
  )
  .optional()

const reading = {
  mode: z.enum(importModes).default('add'),
  encoding: z.enum(csvEncodings).default('utf-8'),
  columns,
}

/** The server reads the file line by line as it arrives and does not store it. Form fields come before the file. */
const file = { field: 'file', streamed: true } as const

/**
 * Writes all lines or none, in one call. Bad lines answer 400 `csvInvalid`, with an entry of `fields` (path `line N, column`) for each of
 * the first ten.
 */
export const importSims = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/import',
  needs: 'SIM_CREATE',
  action: 'simImport',
  summary: 'Add or update SIMs from a CSV file; writes all lines or none',
  file,
  body: z.strictObject(reading),
  response: z.object({ added: z.number(), updated: z.number() }),
  errors: ['csvInvalid', 'csvHeader', 'importUnderWay', 'importStale', 'importsOpen', 'tagLimit', 'payloadTooLarge', 'tooManyRequests'],
})

/**
 * Reads and checks a file without writing a SIM. Answers after the whole file was read, with the task in state `checked`; `startSimImport`
 * then writes the SIMs.
 */
export const checkSimImport = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/imports',
  needs: 'SIM_CREATE',
  summary: 'Check a CSV file of SIMs without writing it',
  file,
  body: z.strictObject(reading),
  response: task,
  errors: ['csvHeader', 'importsOpen', 'payloadTooLarge', 'tooManyRequests'],
})

const importId = z.strictObject({ id: z.coerce.number().int().positive() })

export const startSimImport = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/imports/{id}/start',
  needs: 'SIM_CREATE',
  action: 'simImport',
  summary: 'Write the SIMs of a checked file',
  params: importId,
  body: z.strictObject({ skipBadLines: z.boolean().default(false) }),
  response: task,
  errors: ['taskNotFound', 'importNotChecked', 'importBadLines', 'importNothing', 'importUnderWay'],
})

export const undoSimImport = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/imports/{id}/undo',
  needs: 'SIM_DELETE',
  action: 'simImport',
  summary: 'Undo the last import, if its SIMs have not been changed since',
  params: importId,
  response: task,
  errors: ['taskNotFound', 'importNotUndoable', 'importTouched', 'importUnderWay'],
})
