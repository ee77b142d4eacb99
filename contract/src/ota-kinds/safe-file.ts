import { z } from 'zod'
import type { Permission } from '../permissions.ts'
import type { OtaKind } from './ota-kind.ts'

/** `write`: files that wait for it, with their wanted content. `remove`: files that are marked NeedDelete. */
export const safeFileSteps = ['write', 'remove'] as const
export type SafeFileStep = (typeof safeFileSteps)[number]

const step = z.strictObject({
  step: z.enum(safeFileSteps),
  /** The only file to work on; null for each that waits on the SIM, one after the other. */
  fileId: z.number().int().positive().nullable().default(null),
})

const permissions = {
  write: 'IOTSAFE_CERTIFICATES_UPDATE',
  remove: 'IOTSAFE_CERTIFICATES_DELETE',
} as const satisfies Record<SafeFileStep, Permission>

/** Writes files of the IoT SAFE applet, or deletes them. */
export const safeFile = {
  actionType: 8,
  parameters: z.strictObject({ safeFile: step }),
  otaParameters: step,
  words: {
    action: { ja: 'IoT SAFEファイル', en: 'IoT SAFE file' },
    undo: {
      ja: '書き込んだファイルは、以前の内容で更新するか、削除できます。',
      en: 'A file that was written can be updated with its former content, or deleted.',
    },
  },
  needs: ({ safeFile: asked }) => permissions[(asked as { step?: SafeFileStep } | undefined)?.step ?? 'write'],
  worksOn: 'card',
} as const satisfies OtaKind
