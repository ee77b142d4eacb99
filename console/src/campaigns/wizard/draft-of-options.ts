import type { CampaignOptions, OptionsScript } from '@simdeck/contract/campaign-again.ts'
import { otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import type { ScriptValues } from '@simdeck/contract/script-values.ts'
import { packageTypeOf } from '@simdeck/protocol/aid.ts'
import { parametersDraft, withInstalled } from '../parameters/draft/parameters-draft.ts'
import { isLibrary, newDraft, withInstall, withPackage } from './wizard-draft.ts'
import type { Draft } from './wizard-draft.ts'

interface Earlier {
  options: CampaignOptions
  script: OptionsScript | null
  values?: ScriptValues | null
}

/** The draft with the options of an earlier campaign. `found` is their package; null if it does not exist any more, or if there is none. */
export function draftOfOptions(
  { options: { kind, targets = [], extra, withCertificates = false, scriptLines, smsTAR }, script, values = null }: Earlier,
  found: OtaPackage | null,
): Draft {
  const start: Draft = { ...newDraft({ action: kind }), extra: { value: extra ?? null, withCertificates } }
  const draft = script
    ? {
        ...start,
        script: { id: script.id, lines: scriptLines ?? null, columns: script.columns, values, earlier: script, smsTar: smsTAR ?? null },
      }
    : start
  const target = targets.find(({ active }) => active) ?? targets[0]
  if (!target) return draft
  const { appletType, package: key, installParameters, cardParameters } = target
  if (kind === 'remove') {
    if (key && (!found || isLibrary(found))) return { ...draft, removes: 'library', library: found }
    return { ...draft, removes: appletType === appletTypes.poller ? 'poller' : 'other' }
  }
  if (!key) return draft
  const packageType = packageTypeOf(key.packageAID)
  const parameters = withInstalled(packageType, parametersDraft(packageType), { installParameters, cardParameters })
  if (!found) return { ...draft, packageType, parameters }
  const chosen = withPackage(draft, found)
  const moduleAID = target.moduleAID ?? chosen.moduleAid
  return withInstall(chosen, { moduleAID, instanceAID: target.instanceAID ?? moduleAID, installParameters, cardParameters })
}

/** True if the user has nothing left to choose in the draft. */
export function isWhole({ action, removes, library, package: chosen, script, extra }: Draft): boolean {
  if (action === 'store-data' || action === 'rfm')
    return script.earlier?.state === 'current' && (script.columns ?? []).every((column) => script.values?.columns.includes(column))
  if (action === 'remove-extra') return extra.value !== null
  if (otaKind(action).worksOn === 'card') return true
  return action === 'install' ? chosen !== null : removes !== 'library' || library !== null
}
