import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { smsAlgorithms, usualTar } from './sim-sms.ts'
import { csvEncodings, task } from './tasks.ts'

/**
 * `csv`, `semicolon` and `tab`: a CSV whose cells are separated by commas, semicolons or tabs. `varOut`: a header, a line `Var_Out:` with the names of the columns, then lines whose values stand between blanks or
 * slashes.
 */
export const keyFileFormats = ['csv', 'semicolon', 'tab', 'varOut'] as const
export type KeyFileFormat = (typeof keyFileFormats)[number]
/** The characters between the cells of the forms of CSV. */
export const keyFileSeparators = { csv: ',', semicolon: ';', tab: '\t' } as const

/** The meanings of a column in a key file of a card vendor. A key check value has six hex digits. */
export const keyFileColumns = [
  'iccid',
  'scp03_enc',
  'scp03_mac',
  'scp03_dek',
  'kvn',
  'scp03_enc_kcv',
  'scp03_mac_kcv',
  'scp03_dek_kcv',
  'cap_auth_key',
  'encrypt_key',
  'kic',
  'kid',
  'kic_kcv',
  'kid_kcv',
  'scp81_identity',
  'scp81_key',
] as const
export type KeyFileColumn = (typeof keyFileColumns)[number]

/** The name of a column as it is compared: width and case are made equal, spaces and punctuation are removed. */
export const plainColumnName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const subscriberKey = /^(e|enc|encrypted)?(ki|t?opc?)(enc)?$|^e?k$/

/** True for the name of a column with a key of the subscription (KI, OPc), which is not stored. */
export const isSubscriberKey = (name: string): boolean => subscriberKey.test(plainColumnName(name))

/** The meaning of each column of the file, in order, or null to leave the column out. It is JSON text, since it is a form field. */
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
      .array(z.enum(keyFileColumns).nullable())
      .min(1)
      .max(200)
      .refine((names) => names.includes('iccid'))
      .refine((names) => {
        const used = names.filter((name) => name !== null)
        return new Set(used).size === used.length
      })
      .refine((names) => names.includes('kic') === names.includes('kid'))
      .refine((names) => names.includes('scp81_identity') === names.includes('scp81_key')),
  )

const number = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/**
 * Reads and checks a key file without writing a key. Answers after the whole file was read, with the task in state `checked`;
 * `startKeyImport` then sets the keys. The transport key is in memory while the file is read, and is not stored.
 */
export const checkKeyImport = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/key-imports',
  needs: 'SIM_UPDATE',
  summary: 'Check a key file of a card vendor without writing its keys',
  file: { field: 'file', streamed: true },
  body: z.strictObject({
    format: z.enum(keyFileFormats).default('csv'),
    encoding: z.enum(csvEncodings).default('utf-8'),
    columns,
    /** The AES key, as hex, under which all keys of the file are wrapped (RFC 3394); left out for keys in plain text. */
    transport_key: z
      .string()
      .regex(/^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{48}|[0-9A-Fa-f]{64})$/)
      .optional(),
    /** The key version number of the SCP03 keys in lines without one. Without it a SIM keeps its version. */
    kvn: number(0, 127).optional(),
    /** The number of the SCP80 key set on the card, the algorithm of both keys, and the TAR of the poller as hex. */
    key_set: number(1, 15).default(1),
    algorithm: z.enum(smsAlgorithms).default('aes'),
    tar: z
      .string()
      .regex(/^[0-9A-Fa-f]{6}$/)
      .default(usualTar),
    /** The TAR of the security domain whose admin agent an SMS wakes in place of the poller. Without it a SIM keeps what an SMS wakes. */
    trigger_tar: z
      .string()
      .regex(/^[0-9A-Fa-f]{6}$/)
      .optional(),
  }),
  response: task,
  errors: ['keyFileHeader', 'importsOpen', 'payloadTooLarge', 'tooManyRequests'],
})

export const startKeyImport = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/key-imports/{id}/start',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Set the keys of a checked file',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  response: task,
  errors: ['taskNotFound', 'importNotChecked', 'importNothing', 'importUnderWay'],
})
