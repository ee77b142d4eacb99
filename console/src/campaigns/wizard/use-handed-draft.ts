import { getCampaignOptions } from '@simdeck/contract/campaign-again.ts'
import type { OptionsPackage } from '@simdeck/contract/campaign-again.ts'
import { CallError } from '@simdeck/contract/client.ts'
import { getDriftRemedies } from '@simdeck/contract/drift.ts'
import { listOtaTemplates } from '@simdeck/contract/ota-templates.ts'
import { listOtaLogs } from '@simdeck/contract/ota-log.ts'
import { getWithoutApplet } from '@simdeck/contract/ota.ts'
import { getPackage } from '@simdeck/contract/packages.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import type { Search } from '../../session/address/list-search.ts'
import { useText } from '../../ui/words/text.ts'
import { draftOfOptions, isWhole } from './draft-of-options.ts'
import { rolloutDraftOf } from './rollout/rollout-draft.ts'
import type { RolloutDraft } from './rollout/rollout-draft.ts'
import { wizardText } from './wizard-text.tsx'
import { handedOver, linesIn, newDraft, optionsOfIn, remedyIn, templateIn, withInstall, withPackage } from './wizard-draft.ts'
import type { Draft, HandedOver } from './wizard-draft.ts'

/**
 * Group of SIMs that a campaign left without their applet. `found` is undefined until it is loaded, and null if no SIM of the group
 * is left.
 */
export function useGroupWithoutApplet(handed: HandedOver | null) {
  const { campaignId, group } = handed && 'withoutApplet' in handed ? handed.withoutApplet : { campaignId: 0, group: '' }
  const groups = useQuery({
    ...queryOf(getWithoutApplet, { params: { id: campaignId }, query: {} }),
    enabled: campaignId > 0,
  })
  return { ...groups, found: groups.data && (groups.data.find((one) => one.group === group) ?? null) }
}

/** The install that repairs SIMs with a difference; `found` is undefined until it is loaded, and null if no SIM needs it any more. */
function useRemedy(search: Search) {
  const group = remedyIn(search)
  const { data } = useQuery({ ...queryOf(getDriftRemedies, { query: { group: group ?? '' } }), enabled: group !== null })
  return data && (data[0] ?? null)
}

/** The choices for a campaign that another screen handed over. */
export interface Handed {
  draft: Draft
  /** True if the user has nothing left to choose. */
  whole: boolean
  /** The start of an earlier campaign; null for none. */
  rollout: RolloutDraft | null
  /** True if an earlier campaign wakes its SIMs. */
  wakes: boolean
  /** The name of an earlier campaign; null for none. */
  name: string | null
  /** The package of an earlier campaign, if it does not exist any more. */
  gone: OptionsPackage | null
}

/** The choices that the address hands over, or the error of their load. `handed` is undefined until they are loaded, and without any. */
export function useHanded(search: Search): { handed: Handed | undefined; error: Error | null } {
  const earlier = useEarlierOptions(search)
  const named = useNamedPackage(search)
  return { handed: earlier.handed ?? named, error: earlier.error }
}

/** The options of the template that the address names, or of the campaign that it names with `failedOf` or `copyOf`. */
function useEarlierOptions(search: Search): { handed: Handed | undefined; error: Error | null } {
  const t = useText(wizardText)
  const templateId = templateIn(search)
  const id = templateId === null ? optionsOfIn(search) : null
  const campaign = useQuery({ ...queryOf(getCampaignOptions, { params: { id: id ?? 0 } }), enabled: id !== null, retry: false })
  const templates = useQuery({ ...queryOf(listOtaTemplates, {}), enabled: templateId !== null, staleTime: 0 })
  const template = templates.isFetching ? undefined : templates.data?.find((one) => one.id === templateId)
  const data = campaign.data ?? (template && { ...template, name: null })
  const { packageAID = '', otaVersion = '', label = '', deleted = false } = data?.package ?? {}
  const params = { packageAID, otaVersion, label }
  const found = useQuery({ ...queryOf(getPackage, { params }), enabled: packageAID !== '' && !deleted })
  const isMissing = templateId !== null && templates.isSuccess && !templates.isFetching && !template
  const error =
    campaign.error ?? templates.error ?? (isMissing ? new CallError(404, { code: 'templateNotFound', message: t.noTemplate }) : null)
  if (!data || found.isLoading) return { handed: undefined, error }
  const lines = linesIn(search)
  // Some lines for some SIMs are a repair. It begins at once, under a name of its own.
  const repair = lines && { scriptLines: lines, rollout: null, wakeSims: false }
  const options = { ...data.options, ...repair }
  const draft = draftOfOptions({ ...data, options }, found.data ?? null)
  const gone = data.package && !found.data ? data.package : null
  const { rollout, wakeSims: wakes } = options
  return { handed: { draft, whole: isWhole(draft), rollout: rolloutDraftOf(rollout), wakes, name: repair ? null : data.name, gone }, error }
}

/**
 * The package that the address names, that the SIMs of a group held (`restore`), or that repairs a difference (`remedy`). With `again`, the draft has the parameters of the SIM’s
 * OTA with that id.
 */
function useNamedPackage(search: Search): Handed | undefined {
  const { again, simIds } = search
  const restored = useGroupWithoutApplet(handedOver(search)).found
  const remedy = useRemedy(search)
  const found = restored ?? remedy
  const params = {
    packageAID: found?.package?.packageAID ?? search['packageAID'] ?? '',
    otaVersion: found?.package?.otaVersion ?? search['otaVersion'] ?? '',
    label: found?.package?.label ?? search['label'] ?? '',
  }
  const chosen = useQuery({
    ...queryOf(getPackage, { params }),
    enabled: params.packageAID !== '' && params.otaVersion !== '' && params.label !== '',
  })
  const earlier = useQuery({
    ...queryOf(listOtaLogs, { query: { simId: Number(simIds), take: 100 } }),
    enabled: again !== undefined && /^\d{1,15}$/.test(simIds ?? ''),
  })
  if (!chosen.data || earlier.isLoading) return undefined
  const draft = withPackage(newDraft(search), chosen.data)
  const install = found?.install ?? earlier.data?.data.find(({ id }) => String(id) === again)?.install
  return {
    draft: install ? withInstall(draft, install) : draft,
    whole: found?.library === true || (found?.install ?? null) !== null,
    rollout: null,
    wakes: false,
    name: null,
    gone: null,
  }
}
