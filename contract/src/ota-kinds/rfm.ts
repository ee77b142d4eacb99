import { z } from 'zod'
import { actionTypes } from '../ota-progress.ts'
import type { OtaKind } from './ota-kind.ts'
import { scriptId, valuesId } from './store-data.ts'

/** Runs a script of remote file management on the file system of each card. */
export const rfm = {
  actionType: actionTypes.RFM,
  parameters: z.strictObject({ scriptId, valuesId }),
  otaParameters: z.strictObject({ scriptId, valuesId }),
  words: {
    action: { ja: 'ファイル管理', en: 'File management' },
    undo: {
      ja: '変更前の内容は、SIMごとの結果に残ります。元に戻すには、その内容を書くスクリプトを配信してください。',
      en: 'The result of each SIM keeps the former contents. To undo it, run a campaign with a script that writes them.',
    },
  },
  worksOn: 'card',
} as const satisfies OtaKind
