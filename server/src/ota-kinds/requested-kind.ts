import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { otaKind, type OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import { type AppletType, appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { OtaTarget } from '@simdeck/contract/ota-targets.ts'
import type { StoredPackage } from './kind.ts'
import { kindText } from './text.ts'

/** Error for a wrong target. */
export function refusal(path: string, text: keyof typeof kindText, language: Language): ApiError {
  return new ApiError('invalidInput', { fields: [{ path, message: kindText[text][language] }] })
}

/**
 * The kind of OTA that a request names, or else the kind that follows from its targets. Throws `ApiError` if the targets do not suit the
 * kind.
 */
export function requestedKind({
  kind,
  targets,
  language,
}: {
  kind?: OtaKindName | undefined
  targets?: OtaTarget[] | undefined
  language: Language
}): OtaKindName {
  const byTargets = targets?.some((target) => target.active) ? 'install' : 'remove'
  const name = kind ?? byTargets
  const { parameters } = otaKind(name)
  const isTold = parameters.safeParse(targets ? { targets } : {}).success
  if (!isTold) throw refusal('targets', targets ? 'noTargets' : 'targetsRequired', language)
  if (targets && name !== byTargets) throw refusal('targets', 'targetsRequired', language)
  return name
}

/** The one applet type of the targets. Throws `ApiError` for several applet types or several active targets. */
export function appletTypeOf(targets: readonly OtaTarget[], language: Language): AppletType {
  for (const type of Object.values(appletTypes)) {
    if (targets.filter((target) => target.active && target.appletType === type).length > 1) throw new ApiError('severalActiveTargets')
  }
  const appletType = targets[0]?.appletType
  if (appletType === undefined || targets.some((target) => target.appletType !== appletType))
    throw refusal('targets', 'oneAppletType', language)
  return appletType
}

/** True if the package holds no applet. */
export function isLibrary({ applets }: StoredPackage): boolean {
  return applets.length === 0
}
