import { getWithoutApplet, listOtaLogs } from '@simdeck/contract/ota.ts'
import { getPackage } from '@simdeck/contract/packages.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import type { Search } from '../../session/address/list-search.ts'
import { handedOver, newDraft, withInstall, withPackage } from './wizard-draft.ts'
import type { Draft, HandedOver } from './wizard-draft.ts'

/** Group of SIMs that a campaign left without the applet that they held; `found` is undefined until known, null if there is none now. */
export function useGroupWithoutApplet(handed: HandedOver | null) {
  const { campaignId, group } = handed && 'withoutApplet' in handed ? handed.withoutApplet : { campaignId: 0, group: '' }
  const groups = useQuery({
    ...queryOf(getWithoutApplet, { params: { id: campaignId }, query: {} }),
    enabled: campaignId > 0,
  })
  return { ...groups, found: groups.data && (groups.data.find((one) => one.group === group) ?? null) }
}

/**
 * Draft from another screen by the address, undefined until loaded: a package; with `again`, the installation of the SIM's OTA with
 * that id; with `restore`, what those SIMs held. `whole` is true if nothing is left to choose.
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
