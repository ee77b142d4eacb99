import { z } from 'zod'
import type { Permission } from '../permissions.ts'
import type { OtaKind } from './ota-kind.ts'

/**
 * `issue`: a new key pair and a certificate by a template. `renew`: the same for a certificate that is marked
 * NeedUpdate or ends soon, by its own template; with `templateId` only for those of that template. `deliver`: a certificate that was signed before and waits. `remove`: a certificate
 * that is marked NeedDelete, with its key pair.
 */
export const certificateSteps = ['issue', 'renew', 'deliver', 'remove'] as const
export type CertificateStep = (typeof certificateSteps)[number]

const step = z.strictObject({
  step: z.enum(certificateSteps),
  /** The template of `issue`, and the only one whose certificates `renew` renews; null for any. */
  templateId: z.number().int().positive().nullable().default(null),
  /** The only certificate that `deliver`, `renew` and `remove` work on; null for any that waits on the SIM. */
  certificateId: z.number().int().positive().nullable().default(null),
})

const permissions = {
  issue: 'IOTSAFE_CERTIFICATES_CREATE',
  renew: 'IOTSAFE_CERTIFICATES_UPDATE',
  deliver: 'IOTSAFE_CERTIFICATES_UPDATE',
  remove: 'IOTSAFE_CERTIFICATES_DELETE',
} as const satisfies Record<CertificateStep, Permission>

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
  needs: ({ certificate: asked }) => permissions[(asked as { step?: CertificateStep } | undefined)?.step ?? 'issue'],
  worksOn: 'card',
} as const satisfies OtaKind
