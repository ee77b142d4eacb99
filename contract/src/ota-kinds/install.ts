import { z } from 'zod'
import { actionTypes } from '../ota-progress.ts'
import { otaTarget, otaTargets } from '../ota-targets.ts'
import type { OtaKind } from './ota-kind.ts'

/** Installs the applet, or loads the library, that the only active target names. */
export const install = {
  actionType: actionTypes.INSTALL_PACKAGE,
  parameters: z.strictObject({ targets: otaTargets }),
  otaParameters: otaTarget.pick({ moduleAID: true, instanceAID: true, installParameters: true, cardParameters: true }),
  words: { action: { ja: 'インストール', en: 'Install' } },
  worksOn: 'applet',
} as const satisfies OtaKind
