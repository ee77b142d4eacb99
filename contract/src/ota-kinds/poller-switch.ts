import { z } from 'zod'
import type { OtaKind } from './ota-kind.ts'

/** Makes the standby poller of a SIM its running poller, once it has polled; the running one becomes the standby poller. */
export const pollerSwitch = {
  actionType: 10,
  parameters: z.strictObject({}),
  otaParameters: z.strictObject({}),
  words: {
    action: { ja: '予備のポーラーに切り替え', en: 'Switch to the standby poller' },
    undo: {
      ja: 'もう一度切り替えると、これまでのポーラーに戻ります。',
      en: 'Switch again to return to the poller that runs now.',
    },
  },
  needs: () => 'OTA_UPDATE',
  worksOn: 'card',
} as const satisfies OtaKind
