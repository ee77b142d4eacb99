import { z } from 'zod'
import type { OtaKind } from './ota-kind.ts'

/** Reads the content of the card, as the card reports it. */
export const inventory = {
  /** The first number after those of the specification. */
  actionType: 5,
  parameters: z.strictObject({}),
  otaParameters: z.strictObject({}),
  words: {
    action: { ja: 'カードの内容の取得', en: 'Read the card' },
    undo: {
      ja: 'カードの内容は変わらないため、元に戻す操作は必要ありません。',
      en: 'Nothing on the card changes, so there is nothing to undo.',
    },
  },
  worksOn: 'card',
} as const satisfies OtaKind
