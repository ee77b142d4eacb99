import { z } from 'zod'
import type { OtaKind } from './ota-kind.ts'

/** Reads the list of objects of the IoT SAFE applet: keys and files. */
export const iotSafe = {
  actionType: 6,
  parameters: z.strictObject({}),
  otaParameters: z.strictObject({}),
  words: {
    action: { ja: 'IoT SAFEオブジェクトの取得', en: 'Read IoT SAFE objects' },
    undo: {
      ja: 'カードの内容は変わらないため、元に戻す操作は必要ありません。',
      en: 'Nothing on the card changes, so there is nothing to undo.',
    },
  },
  worksOn: 'card',
} as const satisfies OtaKind
