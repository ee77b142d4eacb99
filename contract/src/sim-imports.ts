import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { csvEncodings, importModes, task } from './tasks.ts'

/** The columns of a SIM CSV in their usual order; only `iccid` is required. */
export const simCsvColumns = [
  'iccid',
  'imsi',
  'msisdn',
  'imei',
  'device_alias',
  'operator',
  'cm_platform',
  'type',
  'external_device_id',
  'group',
  'status',
  'cap_auth_key',
  'encrypt_key',
  'sd_aid',
  'kvn',
  'scp03_enc',
  'scp03_mac',
  'scp03_dek',
  'scp03_level',
] as const
export type SimCsvColumn = (typeof simCsvColumns)[number]

/** The longest line of a SIM CSV, in bytes; a file with a longer one is none. */
export const maxCsvLineBytes = 64 * 1024

const simCsvColumn = z.enum(simCsvColumns)

/**
 * For each column of the file, in order, the SIM column that it is, or null to leave it out; as JSON text, since it stands in a form.
 * Without it the header names the columns.
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

/** The file is read as it arrives, line by line, and kept nowhere; form fields come before it. */
const file = { field: 'file', streamed: true } as const

/** All lines or none, in one call: a bad line answers 400 `csvInvalid`, with one entry of `fields` (path `line N, column`) for each of the first ten. */
export const importSims = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/import',
  needs: 'SIM_CREATE',
  action: 'simImport',
  summary: 'Add or update SIMs from a CSV file: all lines or none',
  file,
  body: z.strictObject(reading),
  response: z.object({ added: z.number(), updated: z.number() }),
  errors: ['csvInvalid', 'csvHeader', 'importUnderWay', 'importStale', 'importsOpen', 'payloadTooLarge', 'tooManyRequests'],
})

/** First step of an import that a person looks at: answers when the whole file was read, with the task in state `checked`. No SIM was written yet. */
export const checkSimImport = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/imports',
  needs: 'SIM_CREATE',
  summary: 'Read and check a CSV file of SIMs, without writing any',
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
  summary: 'Undo the last import, while nothing else touched its SIMs',
  params: importId,
  response: task,
  errors: ['taskNotFound', 'importNotUndoable', 'importTouched', 'importUnderWay'],
})
