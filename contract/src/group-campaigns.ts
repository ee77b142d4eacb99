import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { campaign } from './ota.ts'

/** A campaign with the number of its SIMs that were in a group when it began. */
export const groupCampaign = campaign.extend({ simsOfGroup: z.number() })
export type GroupCampaign = z.infer<typeof groupCampaign>

export const listGroupCampaigns = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/groups/{id}/campaigns',
  needs: 'signedIn',
  summary: 'Campaigns whose SIMs were in a group when they began, newest first unless sorted',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  query: listQuery(['createdAt'], {}),
  response: groupCampaign,
  list: true,
  errors: ['groupNotFound'],
})
