import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { closeLength, importRawSim, posted, rawPoll } from '../testing/raw-card.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

let server: TestServer
let admin: TestCall
let simId: number
let counter = 0
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('ADMIN')
  await importRawSim(admin)
  simId = (await admin(endpoints.listSims, { query: {} })).data[0]!.id
})
afterAll(() => server[Symbol.asyncDispose]())

const locations = (call = admin) => call(endpoints.listSimLocations, { params: { id: simId } })
const show = (count: number) =>
  admin(endpoints.postUserConfig, { body: [{ key: 'system_config_sim_display_location_nums_key', value: String(count) }] })

/** Polls from a cell, and waits until the poll is stored. */
async function pollFrom(cell: number, rsrpDbm = -80) {
  const telemetry = { location: { mcc: '440', mnc: '10', area: 7, cell }, accessTechnology: 8, signal: { rsrpDbm, rsrqDb: -10 } }
  await until(async () => {
    const answer = await posted(server.devicePort, rawPoll(++counter, { telemetry }).frame)
    return answer?.length === closeLength
  })
  await until(async () => {
    const { cell_id: stored, rsrp } = await admin(endpoints.getSim, { params: { id: simId } })
    return stored === cell && rsrp === rsrpDbm
  })
}

test('a SIM without a poll has no locations, and an unknown SIM is not found', async () => {
  expect(await locations()).toEqual([])
  await expect(admin(endpoints.listSimLocations, { params: { id: 999_999 } })).rejects.toMatchObject({ body: { code: 'simNotFound' } })
})

test('a location is recorded when the cell changes, and the setting tells how many are listed', async () => {
  await pollFrom(0x0101)
  await pollFrom(0x0101, -81)
  await pollFrom(0x0202, -82)
  expect(await locations()).toMatchObject([{ radio: 8, mcc: '440', mnc: '10', lac: 7, cellId: 0x0202, until: null }])
  await show(10)
  const [present, before, ...others] = await locations()
  expect(others).toEqual([])
  expect([present!.cellId, before!.cellId]).toEqual([0x0202, 0x0101])
  expect(Date.parse(before!.since)).toBeLessThan(Date.parse(before!.until!))
  expect(Date.parse(before!.until!)).toBeLessThan(Date.parse(present!.since))
  expect(await locations(await server.signIn('MEMBER'))).toHaveLength(2)
})

test('the record of a SIM keeps its last ten locations, and ends with the SIM', async () => {
  for (let cell = 1; cell <= 12; cell++) await pollFrom(cell, -90 - cell)
  expect((await locations()).map(({ cellId }) => cellId)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  const { length } = await server.db.selectFrom('sim_locations').select('slot').execute()
  expect(length).toBe(10)
  await admin(endpoints.deleteSim, { params: { id: simId } })
  expect(await server.db.selectFrom('sim_locations').select('slot').execute()).toEqual([])
})
