import { z } from 'zod'
import { actionTypes } from '../ota-progress.ts'
import { aidHex } from '../packages.ts'
import { otaTarget, otaTargets } from '../ota-targets.ts'
import type { OtaKind } from './ota-kind.ts'

/** Uninstalls the applet of the targets' type, or the library that the only target names. No target is active. */
export const remove = {
  actionType: actionTypes.REMOVE_PACKAGE,
  parameters: z.strictObject({ targets: otaTargets }),
  otaParameters: otaTarget.pick({ instanceAID: true }).extend({
    /** The instance of the new poller that has to poll before the poller before it is removed. */
    successorAID: aidHex.optional(),
  }),
  words: { action: { ja: 'アンインストール', en: 'Uninstall' } },
  worksOn: 'applet',
} as const satisfies OtaKind
