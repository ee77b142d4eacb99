import { getWithoutApplet, listOtaLogs } from '@simdeck/contract/ota.ts'
import { getPackage } from '@simdeck/contract/packages.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import type { Search } from '../../session/address/list-search.ts'
import { handedOver, newDraft, withInstall, withPackage } from './wizard-draft.ts'
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

/**
 * Draft that another screen handed over in the address; undefined until it is loaded. The address names a package. With `again`,
 * the draft has the parameters of the SIM’s OTA with that id; with `restore`, the package that the SIMs of a group held. `whole` is
 * true if the user has nothing left to choose.
 */
export function useHandedDraft(search: Search): { draft: Draft; whole: boolean } | undefined {
  const { again, simIds } = search
  const { found } = useGroupWithoutApplet(handedOver(search))
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
  return { draft: install ? withInstall(draft, install) : draft, whole: found?.library === true || (found?.install ?? null) !== null }
}
