import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { addSims } from '../../testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'

let server: TestServer
let member: TestCall
beforeAll(async () => {
  server = await startTestServer()
  member = await server.signIn('MEMBER')
  const tokyo = { longitude: 139.7, latitude: 35.6, accuracy: 500 }
  await addSims(server.db, [
    { ...tokyo, last_poll: new Date(), rsrp: -80, status: 'ACTIVATED' },
    { ...tokyo, longitude: 139.72, rsrp: -110 },
    { longitude: 141.35, latitude: 43.06, accuracy: 800, status: 'ACTIVATED' },
    {},
  ])
})
afterAll(() => server[Symbol.asyncDispose]())

const japan = { view: '128,30,146,46', zoom: 5 }
const onMap = (query: object = {}) => member(endpoints.getSimMap, { query: { ...japan, ...query } })

test('the SIMs in a part of the map are counted by its squares, with their connection and signal', async () => {
  const { clusters, total, located, extent } = await onMap()
  expect([total, located]).toEqual([4, 3])
  expect(extent).toEqual({ west: 139.7, south: 35.6, east: 141.35, north: 43.06 })
  const [tokyo, sapporo] = clusters
  expect(tokyo).toMatchObject({ sims: 2, on: 1, measured: 2, weak: 1, longitude: 139.71, latitude: 35.6 })
  expect(sapporo).toMatchObject({ sims: 1, on: 0, measured: 0, weak: 0 })
})

test('a cluster is the area of a filter that lists its SIMs, and other filters narrow both', async () => {
  const [tokyo] = (await onMap()).clusters
  const listed = (query: object) => member(endpoints.listSims, { query })
  expect((await listed({ area: tokyo!.area })).totalItems).toBe(2)
  expect((await listed({ area: tokyo!.area, status: 'ACTIVATED' })).totalItems).toBe(1)
  expect((await listed({ area: 'unknown' })).totalItems).toBe(1)
  expect((await listed({ area: tokyo!.area, not: 'area' })).totalItems).toBe(2)
  expect((await onMap({ status: 'ACTIVATED' })).clusters.map(({ sims }) => sims)).toEqual([1, 1])
})

test('a view without SIMs has no clusters, and a view that is none is refused', async () => {
  expect((await onMap({ view: '-20,40,10,60' })).clusters).toEqual([])
  for (const wrong of [{ view: '1,2,3' }, { view: 'unknown,1' }, { zoom: 17 }, { area: 'somewhere' }])
    await expect(onMap(wrong)).rejects.toMatchObject({ status: 400 })
  await expect(server.anonymous(endpoints.getSimMap, { query: japan })).rejects.toMatchObject({ status: 401 })
})
