import { z } from 'zod'
import type { OtaKind } from './ota-kind.ts'

/** Replaces the SCP03 keys of the security domain by new ones, which the server makes. */
export const keyRotation = {
  actionType: 9,
  parameters: z.strictObject({}),
  otaParameters: z.strictObject({}),
  words: {
    action: { ja: 'SCP03鍵の更新', en: 'Rotate SCP03 keys' },
    undo: {
      ja: '以前の鍵には戻せません。もう一度更新すると、新しい鍵に替わります。',
      en: 'The former keys do not come back. Another rotation replaces the keys again.',
    },
  },
  needs: () => 'OTA_UPDATE',
  worksOn: 'card',
} as const satisfies OtaKind
