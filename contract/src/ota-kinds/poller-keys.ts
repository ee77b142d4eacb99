import { z } from 'zod'
import type { OtaKind } from './ota-kind.ts'

/** Replaces CAP_AUTH_KEY and ENCRYPT_KEY of the poller by new ones, which the server makes. */
export const pollerKeys = {
  actionType: 11,
  parameters: z.strictObject({}),
  otaParameters: z.strictObject({}),
  words: {
    action: { ja: 'ポーラーの鍵の更新', en: 'Rotate keys of the poller' },
    undo: {
      ja: '以前の鍵には戻せません。もう一度更新すると、新しい鍵に替わります。',
      en: 'The former keys do not come back. Another rotation replaces the keys again.',
    },
  },
  needs: () => 'OTA_UPDATE',
  worksOn: 'card',
} as const satisfies OtaKind
