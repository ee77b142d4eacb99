import { getWithoutApplet, listOtaLogs } from '@simdeck/contract/ota.ts'
import { getPackage } from '@simdeck/contract/packages.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import type { Search } from '../../session/address/list-search.ts'
import { handedOver, newDraft, withInstall, withPackage } from './wizard-draft.ts'
import type { Draft, HandedOver } from './wizard-draft.ts'

/** The SIMs that a campaign left without the applet that they held; undefined until they are known, null when there are none now. */
export function useGroupWithoutApplet(handed: HandedOver | null) {
  const { campaignId, group } = handed && 'withoutApplet' in handed ? handed.withoutApplet : { campaignId: 0, group: '' }
  const groups = useQuery({
    ...queryOf(getWithoutApplet, { params: { id: campaignId }, query: {} }),
    enabled: campaignId > 0,
  })
  return { ...groups, found: groups.data && (groups.data.find((one) => one.group === group) ?? null) }
}

/**
 * The draft that another screen named in the address, once it is known: a package; with `again`, as the OTA of that id of the SIM
 * installed it; with `restore`, what those SIMs held. `whole`: nothing is left to choose.
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
