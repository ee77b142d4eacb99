import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { Plan } from '../plan.ts'
import { libraryInstallRules, libraryRemovalRules, otherAppletRules, pollerRules, type Rules } from './queries.ts'

/** The rules by which the SIMs of a plan are classified. */
export function rulesOf(plan: Plan): Rules {
  if (plan.action === 'install' && plan.moduleAid === null) return libraryInstallRules(plan)
  if (plan.action === 'remove' && plan.library) return libraryRemovalRules(plan)
  return plan.appletType === appletTypes.other ? otherAppletRules(plan) : pollerRules(plan)
}
