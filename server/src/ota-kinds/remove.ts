import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { packageByKey } from '../packages/packages.ts'
import { importersOf, importersOfApplets } from './sql/importers.ts'
import { appletTypeOf, hasAppletInput, isLibrary, wrongTarget } from './requested-kind.ts'
import { removalCosts } from './cost.ts'
import type { Plan, ServerKind } from './kind.ts'
import { recordStandbyPoller, recordWayBack } from './poller-queries.ts'
import { hasToWait, isWayBack, successorPackage, wouldLeaveNoPoller } from './pollers.ts'
import { recordHeldApplet } from './held-applet.ts'
import { libraryRemovalRules, otherAppletRules, pollerRules } from './queries.ts'
import { kindText } from './text.ts'

const swConditionsOfUse = 0x6985

/** Uninstalls the applet of the targets' type, or the library that a target names. */
export const remove: ServerKind<'remove'> = {
  async plan(db, { parameters: { targets }, language }) {
    const appletType = appletTypeOf(targets, language)
    const isPoller = appletType === appletTypes.poller
    const removal = {
      kind: 'remove',
      appletType,
      step: null,
      moduleAid: null,
      instanceAid: null,
      installParameters: '',
      cost: removalCosts,
    } as const
    for (const [at, target] of targets.entries()) {
      const { package: key } = target
      const library = key && (await packageByKey(db, key))
      if (!library || !isLibrary(library)) continue
      if (targets.length > 1) throw wrongTarget('targets', 'oneLibrary', language)
      if (isPoller) throw wrongTarget(`targets.${at}.package`, 'pollerPackage', language)
      if (hasAppletInput(target)) throw wrongTarget(`targets.${at}`, 'libraryOnly', language)
      const { id, package_aid: packageAid } = library
      const name = `${library.name} ${library.ota_version}${kindText.libraryRemoval[language]}`
      const rules = libraryRemovalRules({ id, packageAid }, await importersOf(db, packageAid))
      return { ...removal, name, package: library, rules } satisfies Plan
    }
    const name = kindText[isPoller ? 'pollerRemoval' : 'removal'][language]
    const rules = isPoller ? pollerRules(null) : otherAppletRules(null, await importersOfApplets(db))
    return { ...removal, name, package: null, rules } satisfies Plan
  },

  /** The old poller removes its successor after the time in which that had to poll. */
  async job(row, { pollerAid }) {
    const { package_aid: packageAid } = row
    const successor = successorPackage(row)
    if (successor !== null && isWayBack(row, pollerAid)) return { kind: 'remove', packageAid: fromHex(successor), fault: 'newPollerSilent' }
    return packageAid === null ? null : { kind: 'remove', packageAid: fromHex(packageAid) }
  },

  waits: (row, pollerAid) => hasToWait(row, pollerAid, new Date()),

  refusal: (row, pollerAid) => (wouldLeaveNoPoller(row, pollerAid) ? sessionCode.noStandbyPoller : null),

  /** A library has no instances, so the card refuses to delete it only if another package imports it. */
  reasonOf: ({ library }, sw) => (sw === swConditionsOfUse && library ? 'imported' : null),

  async record(trx, row) {
    if (row.applet_type === appletTypes.poller) return recordStandbyPoller(trx, row.sim_id, null)
    if (!row.library) await recordHeldApplet(trx, row.sim_id, null)
  },

  /** The card has removed a new poller that did not poll: `found` shows that its DELETE ran. */
  async recordFailure(trx, row, found) {
    return found !== null && successorPackage(row) !== null ? recordWayBack(trx, row) : []
  },
}
