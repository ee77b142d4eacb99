import { z } from 'zod'
import { actionTypes } from '../ota-progress.ts'
import type { OtaKind } from './ota-kind.ts'

/** The revision of the script that the campaign sends (`remoteConfig`, `fileManagementConfig`). */
export const scriptId = z.number().int().positive()

/** The values of the SIMs for the columns that the script names (`uploadScriptValues`). */
export const valuesId = z.number().int().positive().optional()

/** Sends the remote configuration of an applet to the SIMs that hold it. */
export const storeData = {
  actionType: actionTypes.STORE_DATA,
  parameters: z.strictObject({ scriptId, valuesId }),
  otaParameters: z.strictObject({ scriptId, valuesId }),
  words: {
    action: { ja: 'リモート設定', en: 'Remote configuration' },
    undo: {
      ja: '以前の設定を保存し直して、あらためて配信すると元に戻ります。',
      en: 'To undo it, store the former configuration and run a campaign with it.',
    },
  },
  worksOn: 'card',
} as const satisfies OtaKind
