import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { type AppletType, appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { OtaTarget } from '@simdeck/contract/ota.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { isPlatformPackage } from '@simdeck/protocol/cap/platform-packages.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { securityLevels } from '@simdeck/protocol/scp03/level.ts'
import type { Db } from '../../platform/db/database.ts'
import { type AppletImporter, type Importer, importersOf, importersOfApplets } from '../sql/importers.ts'
import { type InstallNeeds, memoryFor } from '../sql/installable.ts'
import { packageByKey } from '../../packages/packages.ts'
import { installBuffer, type InstallToCost } from './cost.ts'
import { campaignText } from './text.ts'

type StoredPackage = Awaited<ReturnType<typeof packageByKey>>

export type InstallPlan = {
  action: 'install'
  appletType: AppletType
  package: StoredPackage
  /** Both null: the package is a library, which is loaded only. */
  moduleAid: string | null
  instanceAid: string | null
  /** The value of C9, in hex. */
  installParameters: string
  cost: InstallToCost
  needs: InstallNeeds
  /** Registered packages that import the library. */
  importers: readonly Importer[]
  appletImporters: readonly AppletImporter[]
}

/** `appletImporters`: registered packages that import some applet's package. */
export type AppletRemovalPlan = { action: 'remove'; appletType: AppletType; library: null; appletImporters: readonly AppletImporter[] }
export type LibraryRemovalPlan = { action: 'remove'; appletType: AppletType; library: StoredPackage; importers: readonly Importer[] }

/** What a campaign is to do to each of its SIMs. */
export type Plan = InstallPlan | AppletRemovalPlan | LibraryRemovalPlan

/**
 * What the targets ask for: the one that is active is installed; none active is a removal, of the library that is named or of the
 * applet. Throws `ApiError` when they contradict each other or the package.
 */
export async function planOf(db: Db, targets: readonly OtaTarget[], language: Language): Promise<Plan> {
  const refuse = (path: string, text: keyof typeof campaignText): ApiError =>
    new ApiError('invalidInput', { fields: [{ path, message: campaignText[text][language] }] })
  for (const type of Object.values(appletTypes)) {
    if (targets.filter((target) => target.active && target.appletType === type).length > 1) throw new ApiError('severalActiveTargets')
  }
  const appletType = targets[0]?.appletType
  if (appletType === undefined || targets.some((target) => target.appletType !== appletType)) throw refuse('targets', 'oneAppletType')
  const at = targets.findIndex((target) => target.active)
  const target = targets[at]
  if (!target) return removalOf(db, targets, appletType, refuse)
  if (!target.package) throw refuse(`targets.${at}.package`, 'packageRequired')

  const found = await packageByKey(db, target.package)
  const isPoller = appletType === appletTypes.poller
  if (isPoller !== (found.type === 'Poller')) throw refuse(`targets.${at}.package`, isPoller ? 'pollerPackage' : 'otherPackage')
  const library = isLibrary(found)
  if (library && (target.instanceAID !== null || target.installParameters !== '')) throw refuse(`targets.${at}`, 'libraryOnly')
  const moduleAid = target.moduleAID ?? found.applets[0] ?? null
  if (moduleAid === null ? isPoller : !found.applets.includes(moduleAid)) throw new ApiError('unknownModule')
  const instanceAid = target.instanceAID ?? moduleAid
  if (isPoller && instanceAid !== moduleAid) throw refuse(`targets.${at}.instanceAID`, 'pollerInstance')
  const wrong = parametersError(found.type, target.installParameters)
  if (wrong !== null) {
    const field = { path: `targets.${at}.installParameters`, message: campaignText.parameters[language] }
    throw new ApiError('invalidInput', { fields: [field] })
  }
  const { package_aid: packageAid, load_length: loadLength } = found
  const parametersLength = target.installParameters.length / 2
  const cost = { packageAid, moduleAid, instanceAid, loadLength, parametersLength }
  return {
    action: 'install',
    appletType,
    package: found,
    moduleAid,
    instanceAid,
    installParameters: target.installParameters.toUpperCase(),
    cost,
    needs: {
      memory: memoryFor(loadLength),
      buffers: new Map(securityLevels.map((level) => [level, installBuffer(cost, level)])),
      imports: found.imports.map(importOf).filter((one) => !isPlatformPackage(one)),
    },
    importers: library ? await importersOf(db, packageAid) : [],
    appletImporters: isPoller || library ? [] : await importersOfApplets(db),
  }
}

/** A library is removed alone: which applet another target means is not said. */
async function removalOf(
  db: Db,
  targets: readonly OtaTarget[],
  appletType: AppletType,
  refuse: (path: string, text: keyof typeof campaignText) => ApiError,
): Promise<Plan> {
  for (const [at, { package: key, instanceAID, installParameters }] of targets.entries()) {
    const library = key && (await packageByKey(db, key))
    if (!library || !isLibrary(library)) continue
    if (targets.length > 1) throw refuse('targets', 'oneLibrary')
    if (appletType === appletTypes.poller) throw refuse(`targets.${at}.package`, 'pollerPackage')
    if (instanceAID !== null || installParameters !== '') throw refuse(`targets.${at}`, 'libraryOnly')
    return { action: 'remove', appletType, library, importers: await importersOf(db, library.package_aid) }
  }
  return { action: 'remove', appletType, library: null, appletImporters: await importersOfApplets(db) }
}

/** Whether the package holds no applet: nothing is made from it. */
function isLibrary({ applets }: StoredPackage): boolean {
  return applets.length === 0
}

/** `A0000000620101 1.8`, as packages store what they import. */
function importOf(stored: string): InstallNeeds['imports'][number] {
  const [aid = '', version = ''] = stored.split(' ')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return { aid, major, minor }
}

/** Why the applets that are ours would not take these parameters; null when they would. Telemetry may come with none. */
function parametersError(type: StoredPackage['type'], parameters: string): string | null {
  const codec = type === 'Poller' ? pollerParameters : type === 'Telemetry' && parameters !== '' ? telemetryParameters : null
  if (!codec) return null
  try {
    codec.decode(fromHex(parameters))
    return null
  } catch (error) {
    if (error instanceof ProtocolError) return error.message
    throw error
  }
}
