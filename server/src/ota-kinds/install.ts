import type { z } from 'zod'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { OtaTarget } from '@simdeck/contract/ota-targets.ts'
import { bytesOf, fromHex } from '@simdeck/protocol/bytes.ts'
import { isPlatformPackage } from '@simdeck/protocol/cap/platform-packages.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { securityLevels } from '@simdeck/protocol/scp03/level.ts'
import { acceptsCardParameters, parametersError, parametersField } from '../packages/applet-parameters.ts'
import { memoryFor } from '../packages/card-memory.ts'
import { packageByKey } from '../packages/packages.ts'
import type { Db } from '../platform/db/database.ts'
import { importersOf, importersOfApplets } from './sql/importers.ts'
import type { InstallNeeds } from './sql/installable.ts'
import { installBuffer, installCosts, pollerUpdateCosts } from './cost.ts'
import { appletTypeOf, hasAppletInput, isLibrary, wrongTarget } from './requested-kind.ts'
import type { OtaJobRow, Plan, ServerKind, StoredPackage } from './kind.ts'
import { recordHeldApplet } from './held-applet.ts'
import { libraryInstallRules, otherAppletRules, pollerRules, type Rules, type ToInstall } from './queries.ts'
import { awaitNewPoller } from './poller-queries.ts'
import { wouldLeaveNoPoller } from './pollers.ts'
import { removalBefore } from './replacement.ts'

type InstallParameters = z.output<typeof otaKinds.install.otaParameters>

/** Installs the applet or loads the library of the active target. A conflicting applet is removed first. */
export const install: ServerKind<'install'> = {
  async plan(db, { parameters: { targets }, language }) {
    const appletType = appletTypeOf(targets, language)
    const at = targets.findIndex((target) => target.active)
    const target = targets[at]
    if (!target?.package) throw wrongTarget(`targets.${at}.package`, 'packageRequired', language)
    const found = await packageByKey(db, target.package)
    const isPoller = appletType === appletTypes.poller
    if (isPoller !== (found.type === 'Poller'))
      throw wrongTarget(`targets.${at}.package`, isPoller ? 'pollerPackage' : 'otherPackage', language)
    const { moduleAid, instanceAid } = appletOf(target, found, { path: `targets.${at}`, isPoller, language })
    const { id, package_aid: packageAid, load_length: loadLength } = found
    const cost = { packageAid, moduleAid, instanceAid, loadLength, parametersLength: parametersField(target).length }
    const needs: InstallNeeds = {
      memory: memoryFor(loadLength),
      buffers: new Map(securityLevels.map((level) => [level, installBuffer(cost, level)])),
      imports: found.imports.map(importOf).filter((one) => !isPlatformPackage(one)),
    }
    const installParameters = target.installParameters.toUpperCase()
    const cardParameters = target.cardParameters === '' ? {} : { cardParameters: target.cardParameters.toUpperCase() }
    return {
      kind: 'install',
      appletType,
      name: `${found.name} ${found.ota_version}`,
      package: found,
      moduleAid,
      instanceAid,
      installParameters,
      step: {
        packageId: id,
        packageAid,
        params: { moduleAID: moduleAid, instanceAID: instanceAid ?? packageAid, installParameters, ...cardParameters },
      },
      rules: await rulesOf(db, found, { id, packageAid, needs }),
      cost: isPoller ? pollerUpdateCosts(cost) : installCosts(cost),
    } satisfies Plan
  },

  async job(row, { loadFiles }) {
    const parameters = parametersOf(row)
    if (row.package_id === null || row.package_aid === null || !parameters || !isConfigured(row)) return null
    const loadFile = await loadFiles(row.package_id)
    const packageAid = fromHex(row.package_aid)
    const { moduleAID, instanceAID } = parameters
    if (moduleAID === null) return { kind: 'install', loadFile, packageAid, moduleAid: null }
    return {
      kind: 'install',
      loadFile,
      packageAid,
      moduleAid: fromHex(moduleAID),
      instanceAid: fromHex(instanceAID ?? moduleAID),
      privileges: bytesOf(0x00),
      parameters: parametersField(parameters),
    }
  },

  refusal(row, pollerAid) {
    if (!isConfigured(row)) return sessionCode.notConfigured
    return wouldLeaveNoPoller(row, pollerAid) ? sessionCode.noStandbyPoller : null
  },

  /**
   * Needed memory minus the memory that the removal before the install frees, as in the dry run. Null once the install or the removal has
   * started, because the freed memory is unknown then.
   */
  memoryNeeded(row, rows) {
    if (row.load_length === null || row.channel_at !== null) return null
    const removal = removalBefore(row, rows)
    if (removal && removal.channel_at !== null) return null
    return memoryFor(row.load_length) - (removal?.load_length ?? 0)
  },

  /** A library does not change the recorded applet of the SIM; the OTA itself is its record. */
  async record(trx, row, _, pollerAid) {
    const instanceAid = parametersOf(row)?.instanceAID ?? null
    if (row.applet_type === appletTypes.poller) return awaitNewPoller(trx, row, { instanceAid, runningAid: pollerAid })
    if (!row.library) await recordHeldApplet(trx, row.sim_id, { packageId: row.package_id, instanceAid })
    return []
  },
}

/** Module and instance AID of the applet to create; both null for a library. */
function appletOf(
  target: OtaTarget,
  found: StoredPackage,
  { path, isPoller, language }: { path: string; isPoller: boolean; language: Language },
): { moduleAid: string | null; instanceAid: string | null } {
  if (isLibrary(found) && hasAppletInput(target)) throw wrongTarget(path, 'libraryOnly', language)
  const moduleAid = target.moduleAID ?? found.applets[0] ?? null
  if (moduleAid === null ? isPoller : !found.applets.includes(moduleAid)) throw new ApiError('unknownModule')
  const instanceAid = target.instanceAID ?? moduleAid
  if (isPoller && instanceAid !== moduleAid) throw wrongTarget(`${path}.instanceAID`, 'pollerInstance', language)
  if (parametersError(found.type, target.installParameters) !== null) throw wrongTarget(`${path}.installParameters`, 'parameters', language)
  if (!acceptsCardParameters(target)) throw wrongTarget(`${path}.cardParameters`, 'parameters', language)
  return { moduleAid, instanceAid }
}

async function rulesOf(db: Db, found: StoredPackage, toInstall: ToInstall): Promise<Rules> {
  if (found.type === 'Poller') return pollerRules(toInstall)
  if (isLibrary(found)) return libraryInstallRules(toInstall, await importersOf(db, found.package_aid))
  return otherAppletRules(toInstall, await importersOfApplets(db))
}

/** True if the row names a package and, unless that is a library, a module. */
function isConfigured(row: OtaJobRow): boolean {
  const parameters = parametersOf(row)
  return row.package_id !== null && parameters !== null && (parameters.moduleAID !== null || row.library)
}

/** Null if the row has parameters of another kind. */
function parametersOf({ params }: OtaJobRow): InstallParameters | null {
  return otaKinds.install.otaParameters.safeParse(params).data ?? null
}

/** Parses a stored import of a package, such as `A0000000620101 1.8`. */
function importOf(stored: string): InstallNeeds['imports'][number] {
  const [aid = '', version = ''] = stored.split(' ')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return { aid, major, minor }
}
