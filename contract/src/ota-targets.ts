import { z } from 'zod'
import { appletTypes } from './ota-progress.ts'
import { aidHex, installParameters, packageKeySchema } from './packages.ts'

const appletType = z.union([z.literal(appletTypes.poller), z.literal(appletTypes.other)])

/**
 * The desired content of a SIM for one applet type: the applet or library of the active target, of which there is at most one. Without an
 * active target the applet is uninstalled, or the library if the only target names one. Any other inactive target needs no package.
 */
export const otaTarget = z.strictObject({
  appletType,
  package: packageKeySchema.nullable().default(null),
  /** The applet of the package to instantiate; the first applet if left out. Null for a library, which has no applets. */
  moduleAID: aidHex.nullable().default(null),
  /** The module's AID when left out. */
  instanceAID: aidHex.nullable().default(null),
  installParameters: installParameters.default(''),
  /** Install parameters outside C9, in hex. The card itself reads them: `EF` and `EA` (GPC 2.3.1 §11.5.2.3.7, TS 102 226 §8.2.1.3.2). */
  cardParameters: installParameters.default(''),
  active: z.boolean(),
})
export const otaTargets = z.array(otaTarget).min(1).max(4)
export type OtaTarget = z.output<typeof otaTarget>
export type OtaTargetInput = z.input<typeof otaTarget>
