import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'

test('adding, updating and deleting a member and a setting are logged with these names', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const email = 'new@example.com'
  await root(endpoints.createMember, { body: { email, name: 'New', role_id: 3 } })
  await root(endpoints.updateMember, { params: { email }, body: { name: 'Renamed' } })
  await root(endpoints.deleteMembers, { body: { emails: [email] } })
  const body = { name: 'Active', shared: false, search: {}, table: { order: [], hidden: [], density: 'compact' as const } }
  const { id } = await root(endpoints.createSimView, { body })
  await root(endpoints.updateSimView, { params: { id }, body: { ...body, name: 'Asleep' } })
  await root(endpoints.deleteSimView, { params: { id } })
  const rows = await server.db.selectFrom('action_logs').select(['action', 'method', 'status']).orderBy('id').execute()
  expect(rows.map(({ action, method, status }) => [action, method, status])).toEqual([
    ['memberAdd', 'POST', 200],
    ['memberUpdate', 'PUT', 200],
    ['memberDelete', 'DELETE', 200],
    ['settingAdd', 'POST', 200],
    ['settingUpdate', 'PUT', 200],
    ['settingDelete', 'DELETE', 200],
  ])
})

test('adding, updating, deleting, importing and exporting SIMs, and API IDs, are logged with these names', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const iccid = '8981100000000000017'
  const { id } = await root(endpoints.createSim, { body: { iccid } })
  await root(endpoints.updateSim, { params: { id }, body: { device_alias: 'Meter' } })
  const { url } = await root(endpoints.createSimExport, { body: {} })
  expect((await fetch(server.url + url)).status).toBe(200)
  await root(endpoints.deleteSim, { params: { id } })
  await root(endpoints.importSims, { body: {}, file: new File([`iccid\n${iccid}\n`], 'sims.csv') })
  const made = await root(endpoints.createApiCredential, { body: { name: 'Reporting', role_id: 2 } })
  await root(endpoints.deleteApiCredential, { params: { id: made.id } })
  const rows = await server.db.selectFrom('action_logs').select(['action', 'status']).orderBy('id').execute()
  expect(rows.map(({ action }) => action)).toEqual([
    'simAdd',
    'simUpdate',
    'simExport',
    'simDelete',
    'simImport',
    'openApiCreate',
    'openApiDelete',
  ])
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([200]))
})
