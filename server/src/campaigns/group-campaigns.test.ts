import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer } from '../testing/server.ts'
import { addFleet, addPackage, other, snapshotOf } from './testing.ts'

test('a group lists the campaigns with SIMs that were in it when they began, newest first, until it is deleted', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, fixedAids.telemetry)
  const group = async (name: string) => (await call(endpoints.createGroup, { body: { name } })).id
  const [north, south] = [await group('north'), await group('south')]
  const [first, second, third] = await addFleet(server, 3, { group_id: north })
  const [other1] = await addFleet(server, 1, { group_id: south })
  const [free] = await addFleet(server, 1)
  const start = async (name: string, ids: (number | undefined)[]) =>
    (
      await call(endpoints.putBulkOta, {
        body: { snapshotId: await snapshotOf(call, ids as number[]), targets: [other({ package: key })], name },
      })
    ).id
  const both = await start('both', [first, second, other1, free])
  const small = await start('small', [third])
  const rows = async (id: number, query = {}) => {
    const { data, totalItems } = await call(endpoints.listGroupCampaigns, { params: { id }, query })
    return [totalItems, ...data.map((campaign) => [campaign.id, campaign.simsOfGroup, campaign.total])]
  }
  expect(await rows(north)).toEqual([2, [small, 1, 1], [both, 2, 4]])
  expect(await rows(north, { take: 1, pageIndex: 1 })).toEqual([2, [both, 2, 4]])
  expect(await rows(north, { sort: 'createdAt:ASC' })).toEqual([2, [both, 2, 4], [small, 1, 1]])
  expect(await rows(south)).toEqual([1, [both, 1, 4]])

  // A SIM that leaves the group was in the campaign all the same.
  await call(endpoints.updateSim, { params: { id: first! }, body: { group_id: south } })
  expect(await rows(south)).toEqual([1, [both, 1, 4]])
  await call(endpoints.deleteGroup, { params: { id: south } })
  expect(await codeOf(rows(south))).toBe('groupNotFound')
  const left = await server.db.selectFrom('campaign_groups').select('group_id').execute()
  expect(left.map(({ group_id }) => group_id)).toEqual([north, north])
  expect(await codeOf(server.anonymous(endpoints.listGroupCampaigns, { params: { id: north }, query: {} }))).toBe('missingAuthorization')
})
