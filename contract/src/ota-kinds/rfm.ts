import { z } from 'zod'
import { actionTypes } from '../ota-progress.ts'
import type { OtaKind } from './ota-kind.ts'
import { scriptId, valuesId } from './store-data.ts'

/**
 * The TAR of the application of the cards that manages files, as hex. With it the script is sent by SMS, to SIMs without a poller too: as one
 * message with one answer, so only its last command may ask for data, and nothing is read back.
 */
export const smsTAR = z
  .string()
  .regex(/^[0-9A-Fa-f]{6}$/)
  .transform((text) => text.toUpperCase())
  .optional()

/**
 * The numbers of the lines that the campaign runs, ascending from 1; all lines without it. The SELECT of each line's file must be among
 * them.
 */
const scriptLines = z.array(z.number().int().min(1).max(100)).min(1).max(100).optional()

/** Runs a script of remote file management on the file system of each card. */
export const rfm = {
  actionType: actionTypes.RFM,
  parameters: z.strictObject({ scriptId, valuesId, scriptLines, smsTAR }),
  otaParameters: z.strictObject({ scriptId, valuesId, scriptLines, smsTAR }),
  words: {
    action: { ja: 'ファイル管理', en: 'File management' },
    undo: {
      ja: '変更前の内容は、SIMごとの結果に残ります（SMSで送る場合を除く）。元に戻すには、その内容を書くスクリプトを配信してください。',
      en: 'The result of each SIM keeps the former contents, except after an SMS. To undo it, run a campaign with a script that writes them.',
    },
  },
  worksOn: 'card',
} as const satisfies OtaKind
