import { z } from 'zod'
import type { OtaKind } from './ota-kind.ts'

/** Reads what the card says that it holds. */
export const inventory = {
  /** The first number after those of the specification. */
  actionType: 5,
  parameters: z.strictObject({}),
  otaParameters: z.strictObject({}),
  words: { action: { ja: 'カードの内容の取得', en: 'Read the card' } },
  worksOn: 'card',
} as const satisfies OtaKind
