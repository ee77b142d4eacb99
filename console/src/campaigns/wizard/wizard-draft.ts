import type { OptionsScript } from '@simdeck/contract/campaign-again.ts'
import type { dryRunBulkOta } from '@simdeck/contract/bulk-ota.ts'
import { differenceKinds, type DriftChoice } from '@simdeck/contract/drift.ts'
import { otaKind, otaKindNames, type OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import { type CertificateStep, certificateSteps } from '@simdeck/contract/ota-kinds/certificate.ts'
import { type SafeFileStep, safeFileSteps } from '@simdeck/contract/ota-kinds/safe-file.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import { packageTypes } from '@simdeck/contract/packages.ts'
import type { OtaPackage, PackageKey, PackageType } from '@simdeck/contract/packages.ts'
import type { ScriptValues } from '@simdeck/contract/script-values.ts'
import { packageTypeOf } from '@simdeck/protocol/aid.ts'
import type { z } from 'zod'
import type { Search } from '../../session/address/list-search.ts'
import { checkParameters, formOf, newForms, parametersDraft, withDefaults, withInstalled } from '../parameters/draft/parameters-draft.ts'
import type { ParametersDraft } from '../parameters/draft/parameters-draft.ts'

/** Request for a campaign: its kind, with the parameters of the kind. */
export type CampaignRequest = Omit<z.input<(typeof dryRunBulkOta)['body']>, 'snapshotId'>

/** Input of the second step. The SIMs are not part of it: they are in the address. */
export interface Draft {
  action: OtaKindName
  removes: 'other' | 'poller' | 'library'
  /** The library to remove. */
  library: OtaPackage | null
  packageType: PackageType
  package: OtaPackage | null
  moduleAid: string
  instanceAid: string
  parameters: ParametersDraft
  certificate: { step: CertificateStep; templateId: number | null }
  safeFile: { step: SafeFileStep }
  script: ScriptDraft
  /** Extra content to remove; null if none is chosen. */
  extra: { value: string | null; withCertificates: boolean }
}

/** The choice of a configuration, or of a script on files. */
export interface ScriptDraft {
  /** The revision. */
  id: number | null
  /** The numbers of the lines that are run; null for all. */
  lines: readonly number[] | null
  /** The columns of a CSV that it names; null if unknown. */
  columns: readonly string[] | null
  /** The uploaded CSV. */
  values: ScriptValues | null
  /** The revision of an earlier campaign or a template, which may not be the current one. */
  earlier: OptionsScript | null
  /** The TAR to which a script on files is sent by SMS; null if sessions carry it. */
  smsTar: string | null
}

/** New draft. Another screen may name the package (`packageAID`) or request a removal (`action=remove`). */
export function newDraft(search: Search): Draft {
  const { packageAID, action } = search
  const packageType =
    packageAID === undefined ? (packageTypes.find((type) => type === search['packageType']) ?? 'Telemetry') : packageTypeOf(packageAID)
  return {
    action: otaKindNames.find((name) => name === action) ?? 'install',
    removes: 'other',
    library: null,
    packageType,
    package: null,
    moduleAid: '',
    instanceAid: '',
    parameters: parametersDraft(packageType),
    certificate: {
      step: certificateSteps.find((step) => step === search['step']) ?? 'issue',
      templateId: usable(search['templateId'])[0] ?? null,
    },
    safeFile: { step: safeFileSteps.find((step) => step === search['step']) ?? 'write' },
    script: { id: usable(search['scriptId'])[0] ?? null, lines: linesIn(search), columns: null, values: null, earlier: null, smsTar: null },
    extra: { value: extraIn(search), withCertificates: false },
  }
}

/**
 * The draft with another package, its first applet and its default parameters. The chosen applet, its instance and its parameters stay
 * if the new package has the same AID and contains the applet.
 */
export function withPackage(draft: Draft, chosen: OtaPackage): Draft {
  const [first = ''] = chosen.applets
  const same = draft.package?.packageAID === chosen.packageAID && chosen.applets.includes(draft.moduleAid)
  return {
    ...draft,
    packageType: chosen.type,
    package: chosen,
    ...(same ? {} : { moduleAid: first, instanceAid: first, parameters: parametersOf(draft, chosen) }),
  }
}

/** The default parameters of a package; without any, those that the user typed into the same form for an applet of ours. */
function parametersOf({ parameters }: Draft, chosen: OtaPackage): ParametersDraft {
  const { type } = chosen
  return withDefaults(type, parametersDraft(type, formOf(type) === 'custom' ? newForms : parameters), chosen)
}

/** The draft with the applet and the parameters of an earlier OTA. Nothing changes if the chosen package does not contain the applet. */
export function withInstall(draft: Draft, install: NonNullable<OtaLog['install']>): Draft {
  if (!draft.package?.applets.includes(install.moduleAID)) return draft
  const parameters = withInstalled(draft.package.type, draft.parameters, install)
  return { ...draft, moduleAid: install.moduleAID, instanceAid: install.instanceAID, parameters }
}

/**
 * SIMs that another screen handed over: some by id, a selection of the SIM list, a group that a campaign left without its applet, those that
 * failed in a campaign, or those whose cards differ from what they should hold.
 */
export type HandedOver =
  | { simIds: number[] }
  | { selectionId: number }
  | { withoutApplet: { campaignId: number; group: string } }
  | { failedOf: FailedOf }
  | { drift: DriftChoice }

/** The SIMs that failed in a campaign; of some causes if there are any. */
export interface FailedOf {
  campaignId: number
  causes?: string[]
}

const usable = (text: string | undefined): number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)

/** The SIMs that the address names by the campaign in which they failed; null if it does not. */
export function failedOfIn({ failedOf, causes }: Search): FailedOf | null {
  const [campaignId] = usable(failedOf)
  return campaignId === undefined ? null : { campaignId, ...(causes ? { causes: causes.split(',') } : {}) }
}

/** The numbers of the lines of a script that the address names; null for none. */
export function linesIn({ lines }: Search): number[] | null {
  const numbers = usable(lines)
  return numbers.length > 0 ? numbers : null
}

/** The template that the address names; null for none. */
export const templateIn = (search: Search): number | null => usable(search['template'])[0] ?? null

/** The campaign whose options the address asks for; null for none. */
export function optionsOfIn(search: Search): number | null {
  return failedOfIn(search)?.campaignId ?? usable(search['copyOf'])[0] ?? null
}

/** SIMs that the address hands over; null if the user chooses them by filter. */
export function handedOver(search: Search): HandedOver | null {
  const failedOf = failedOfIn(search)
  if (failedOf) return { failedOf }
  const [selectionId] = usable(search['selectionId'])
  if (selectionId !== undefined) return { selectionId }
  const [campaignId] = usable(search['restore'])
  if (campaignId !== undefined) return { withoutApplet: { campaignId, group: search['group'] ?? '' } }
  const simIds = usable(search['simIds'])
  if (simIds.length > 0) return { simIds: [...new Set(simIds)] }
  const drift = driftIn(search)
  return drift && { drift }
}

/** The remedy of a difference that the address names; null for none. */
export const remedyIn = ({ remedy }: Search): string | null => (/^[0-9a-f]{32}$/.test(remedy ?? '') ? remedy! : null)

/** The extra content that the address names; null for none. */
export const extraIn = ({ extra }: Search): string | null => (/^([0-9A-F]{2}){5,16}( \d{1,3}\.\d{1,3})?$/.test(extra ?? '') ? extra! : null)

/** The SIMs with a difference that the address names: those of a kind or all, of a remedy or with extra content if it names one. */
function driftIn(search: Search): DriftChoice | null {
  const { drift } = search
  if (drift === undefined) return null
  const kind = differenceKinds.find((one) => one === drift)
  const remedy = remedyIn(search)
  const extra = extraIn(search)
  return { ...(kind && { kind }), ...(remedy !== null && { remedy }), ...(extra !== null && { extra }) }
}

/** True for a library. An OTA of a library has neither an instance nor parameters. */
export function isLibrary({ applets }: OtaPackage): boolean {
  return applets.length === 0
}

/** The package to install or the library to remove; null if none is chosen, or if an applet is removed. */
export function packageOf({ action, removes, library, package: chosen }: Draft): OtaPackage | null {
  if (otaKind(action).worksOn === 'card') return null
  if (action === 'install') return chosen
  return removes === 'library' ? library : null
}

/** True if the draft installs or removes a library. */
export function isAboutLibrary(draft: Draft): boolean {
  if (otaKind(draft.action).worksOn === 'card') return false
  return draft.action === 'remove' ? draft.removes === 'library' : draft.package !== null && isLibrary(draft.package)
}

export interface DraftProblems {
  package?: true
  extra?: true
  instanceAid?: true
  parameters?: true
  template?: true
  script?: true
  values?: true
  smsTar?: true
}

/** Problems of the fields of an installation or removal. */
export function problemsOf(draft: Draft): DraftProblems {
  if (draft.action === 'remove') return draft.removes === 'library' && !draft.library ? { package: true } : {}
  const problems: DraftProblems = {}
  if (!draft.package) return { package: true }
  if (isLibrary(draft.package)) return problems
  if (!/^([0-9A-F]{2}){5,16}$/.test(draft.instanceAid)) problems.instanceAid = true
  if (checkParameters(draft.package.type, draft.parameters).encoded === null) problems.parameters = true
  return problems
}

const keyOf = ({ packageAID, otaVersion, label }: OtaPackage): PackageKey => ({ packageAID, otaVersion, label })

/** The targets of a draft without problems that installs or removes. */
export function targetsOf(draft: Draft): OtaTargetInput[] {
  if (draft.action === 'remove') {
    const library = packageOf(draft)
    if (library) return [{ appletType: appletTypes.other, package: keyOf(library), active: false }]
    return [{ appletType: draft.removes === 'poller' ? appletTypes.poller : appletTypes.other, active: false }]
  }
  if (!draft.package) return []
  const { type } = draft.package
  if (isLibrary(draft.package)) return [{ appletType: appletTypes.other, package: keyOf(draft.package), active: true }]
  const { installParameters = '', cardParameters = '' } = checkParameters(type, draft.parameters).encoded ?? {}
  return [
    {
      appletType: type === 'Poller' ? appletTypes.poller : appletTypes.other,
      package: keyOf(draft.package),
      moduleAID: draft.moduleAid,
      instanceAID: draft.instanceAid,
      installParameters,
      ...(cardParameters === '' ? {} : { cardParameters }),
      active: true,
    },
  ]
}
