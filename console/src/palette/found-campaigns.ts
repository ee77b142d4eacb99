import type { Campaign } from '@simdeck/contract/ota.ts'
import { listCampaigns } from '@simdeck/contract/ota.ts'
import { halfWidth } from '@simdeck/contract/sim-search.ts'
import { call } from '../session/api/api.ts'
import { useApplication } from '../ui/frame/application.ts'
import { useFound } from './found.ts'
import type { Found } from './found.ts'

const shown = 5
const longest = 100

/** The campaign that has an ID, and the newest that have a text in their names. */
export function useFoundCampaigns(typed: string): Found<Campaign> {
  const features = useApplication((application) => application.features)
  return useFound(typed, {
    endpoint: listCampaigns,
    isAskable: (text) => features.includes('ota') && text !== '' && text.length <= longest,
    ask: async (search, signal) => (await call(listCampaigns, { query: { search, take: shown }, signal })).data,
  })
}

/** A number that is too short for a SIM, or that says that it is an ID, is looked for among campaigns first of all. */
export const looksLikeCampaign = (typed: string): boolean => /^(#\d+|\d{1,2})$/.test(halfWidth(typed))
