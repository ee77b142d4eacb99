import type { Campaign } from '@simdeck/contract/ota.ts'
import { listCampaigns } from '@simdeck/contract/campaign-list.ts'
import { halfWidth } from '@simdeck/contract/sim-search.ts'
import { call } from '../session/api/api.ts'
import { useApplication } from '../ui/frame/application.ts'
import { useFound } from './found.ts'
import type { Found } from './found.ts'

const shown = 5
const longest = 100

/** The campaign with the typed ID, and the newest campaigns whose names contain the text. */
export function useFoundCampaigns(typed: string): Found<Campaign> {
  const features = useApplication((application) => application.features)
  return useFound(typed, {
    endpoint: listCampaigns,
    isSearchable: (text) => features.includes('ota') && text !== '' && text.length <= longest,
    search: async (search, signal) => (await call(listCampaigns, { query: { search, take: shown }, signal })).data,
  })
}

/** True for a number with a leading `#`, or one that is too short for a SIM. The palette then lists campaigns first. */
export const looksLikeCampaign = (typed: string): boolean => /^(#\d+|\d{1,2})$/.test(halfWidth(typed))
