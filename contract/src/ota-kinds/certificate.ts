import { z } from 'zod'
import type { OtaKind } from './ota-kind.ts'

/**
 * `issue`: a new key pair and a certificate by a template. `renew`: the same for a certificate that is marked
 * NeedUpdate or ends soon, by its own template. `deliver`: a certificate that was signed before and waits. `remove`: a certificate
 * that is marked NeedDelete, with its key pair.
 */
export const certificateSteps = ['issue', 'renew', 'deliver', 'remove'] as const
export type CertificateStep = (typeof certificateSteps)[number]

const step = z.strictObject({
  step: z.enum(certificateSteps),
  /** The template of `issue`. */
  templateId: z.number().int().positive().nullable().default(null),
})

/** Gives the IoT SAFE applet keys and certificates, or takes them back. */
export const certificate = {
  actionType: 7,
  parameters: z.strictObject({ certificate: step }),
  otaParameters: step,
  words: {
    action: { ja: 'IoT SAFE証明書', en: 'IoT SAFE certificate' },
    undo: {
      ja: '発行した証明書は失効できます。カードから取り除くには、削除の対象にしてから、削除の配信を開始してください。',
      en: 'A certificate that was issued can be revoked. To take it off the card, mark it for deletion and start a campaign that removes it.',
    },
  },
  needs: 'IOTSAFE_CERTIFICATES_CREATE',
  worksOn: 'card',
} as const satisfies OtaKind
