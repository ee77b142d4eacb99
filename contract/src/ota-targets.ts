import { z } from 'zod'
import { appletTypes } from './ota-progress.ts'
import { aidHex, installParameters, packageKeySchema } from './packages.ts'

const appletType = z.union([z.literal(appletTypes.poller), z.literal(appletTypes.other)])

/**
 * The desired content of a SIM for one applet type. At most one target of a type may be active. Without an active target the applet is
 * uninstalled, or the library that the only target names. An inactive target needs no package.
 */
export const otaTarget = z.strictObject({
  appletType,
  package: packageKeySchema.nullable().default(null),
  /** The applet of the package to instantiate; the first applet if left out. Null for a library, which has no applets. */
  moduleAID: aidHex.nullable().default(null),
  /** The module's AID when left out. */
  instanceAID: aidHex.nullable().default(null),
  installParameters: installParameters.default(''),
  /** The install parameters beside C9, which the card itself reads, in hex: `EF` and `EA` (GPC 2.3.1 §11.5.2.3.7, TS 102 226 §8.2.1.3.2). */
  cardParameters: installParameters.default(''),
  active: z.boolean(),
})
export const otaTargets = z.array(otaTarget).min(1).max(4)
export type OtaTarget = z.output<typeof otaTarget>
export type OtaTargetInput = z.input<typeof otaTarget>
