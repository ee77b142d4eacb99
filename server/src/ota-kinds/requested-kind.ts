import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { type KindParameters, otaKind, type OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import { type AppletType, appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { OtaTarget } from '@simdeck/contract/ota-targets.ts'
import { validate } from '../platform/http/validate.ts'
import type { StoredPackage } from './kind.ts'
import { kindText } from './text.ts'

/** Error for a wrong target. */
export function wrongTarget(path: string, text: keyof typeof kindText, language: Language): ApiError {
  return new ApiError('invalidInput', { fields: [{ path, message: kindText[text][language] }] })
}

/** A request for a campaign: the kind of OTA, if the request names it, and the parameters. */
export type Requested = {
  kind?: OtaKindName | undefined
  parameters: Partial<Record<string, unknown>> & { targets?: OtaTarget[] | undefined }
  language: Language
}

/**
 * The kind of OTA that a request names, or else the kind that follows from its targets, with its parameters. Throws `ApiError` if the
 * parameters do not suit the kind.
 */
export function requestedKind({ kind, parameters, language }: Requested): { name: OtaKindName; parameters: KindParameters } {
  const { targets } = parameters
  const byTargets = targets?.some((target) => target.active) ? 'install' : 'remove'
  const name = kind ?? byTargets
  const takesTargets = 'targets' in otaKind(name).parameters.shape
  if (targets ? !takesTargets : takesTargets) throw wrongTarget('targets', targets ? 'noTargets' : 'targetsRequired', language)
  if (targets && name !== byTargets) throw wrongTarget('targets', 'targetsRequired', language)
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return { name, parameters: validate(otaKind(name).parameters, Object.fromEntries(given), language) as KindParameters }
}

/** The one applet type of the targets. Throws `ApiError` for several applet types or several active targets. */
export function appletTypeOf(targets: readonly OtaTarget[], language: Language): AppletType {
  for (const type of Object.values(appletTypes)) {
    if (targets.filter((target) => target.active && target.appletType === type).length > 1) throw new ApiError('severalActiveTargets')
  }
  const appletType = targets[0]?.appletType
  if (appletType === undefined || targets.some((target) => target.appletType !== appletType))
    throw wrongTarget('targets', 'oneAppletType', language)
  return appletType
}

/** True if the package holds no applet. */
export function isLibrary({ applets }: StoredPackage): boolean {
  return applets.length === 0
}

/** True if the target names an instance or parameters, which a library does not have. */
export function hasAppletInput({ instanceAID, installParameters, cardParameters }: OtaTarget): boolean {
  return instanceAID !== null || installParameters !== '' || cardParameters !== ''
}
