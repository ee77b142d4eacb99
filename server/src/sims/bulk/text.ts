import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { Words } from '@simdeck/contract/languages.ts'

/** Reasons why a SIM of a selection was not changed. */
export const bulkText = {
  gone: { ja: 'このSIMはすでに削除されています', en: 'The SIM no longer exists' },
  otaOpen: { ja: errorCatalogue.simOtaOpen.ja, en: errorCatalogue.simOtaOpen.en },
  aliasEmpty: { ja: 'デバイス名が空になります', en: 'The device alias would be empty' },
  tagsFull: { ja: errorCatalogue.simTagLimit.ja, en: errorCatalogue.simTagLimit.en },
  aliasTooLong: { ja: 'デバイス名が100文字を超えます', en: 'The device alias would be longer than 100 characters' },
} as const satisfies Record<string, Words>

export type BulkReason = keyof typeof bulkText
