import { z } from 'zod'
import { appletAids, extraContent } from '../extra-content.ts'
import type { OtaKind } from './ota-kind.ts'

/** Removes content that the card holds and should not, by its last inventory. */
export const removeExtra = {
  actionType: 12,
  parameters: z.strictObject({
    extra: extraContent,
    /** Consent to the loss of certificates: without it, SIMs whose IoT SAFE applet holds some are left out. */
    withCertificates: z.boolean().optional(),
    /** The applets that the confirmation named, of which the dry run tells: no others are removed. Absent: those known when it starts. */
    applets: appletAids.optional(),
  }),
  otaParameters: z.strictObject({
    extra: extraContent,
    /** The applets of the package that were known when the removal was confirmed: it takes no others. Absent from OTAs of before. */
    applets: appletAids.optional(),
  }),
  words: {
    action: { ja: '余分な内容の削除', en: 'Remove extra content' },
    undo: {
      ja: '削除した内容はカードから失われます。登録済みのパッケージは、あらためて配信すると元に戻ります。',
      en: 'What is removed is gone from the card. A registered package comes back by a bulk OTA that installs it.',
    },
  },
  worksOn: 'card',
} as const satisfies OtaKind
