import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { CmPlatform } from '@simdeck/contract/sim-status.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

let server: TestServer
let admin: TestCall & { accessToken: string; email: string }
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())

let made = 0
async function sims(status: SimStatus, platform: CmPlatform, size = 1): Promise<number[]> {
  const rows = Array.from({ length: size }, () => ({
    iccid: `8981300000${String(made++).padStart(9, '0')}`,
    cm_platform: platform,
    status,
  }))
  const added = await server.db.insertInto('sims').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}
const change = (id: number, body: { status: SimStatus; confirm?: string }, call: TestCall = admin) =>
  call(endpoints.changeSimStatus, { params: { id }, body })
const ended = (id: number) =>
  until(async () => {
    const task = await admin(endpoints.getTask, { params: { id } })
    return task.finishedAt !== null && task
  })
const simOf = (id: number) => admin(endpoints.getSim, { params: { id } })
const historyOf = (id: number, call: TestCall = admin) => call(endpoints.listSimStatusChanges, { params: { id }, query: {} })

test('one SIM changes along the transitions of its platform, and its history names the actor', async () => {
  const [id = 0] = await sims('INVENTORY', 'jasper')
  const task = await change(id, { status: 'ACTIVATED' })
  expect(task).toMatchObject({ kind: 'simStatus', title: 'Activated', total: 1 })
  expect(await ended(task.id)).toMatchObject({ state: 'completed', succeeded: 1, refused: 0 })
  expect((await simOf(id)).status).toBe('ACTIVATED')
  const member = await server.signIn('MEMBER')
  expect(await historyOf(id, member)).toMatchObject([{ actor: 'ADMIN', from: 'INVENTORY', to: 'ACTIVATED', source: 'here' }])

  expect(await codeOf(change(id, { status: 'REPLACED' }))).toBe('statusNotAllowed')
  expect(await codeOf(change(id, { status: 'SUSPENDED' }))).toBe('statusNotAllowed')
  expect(await codeOf(change(id, { status: 'ACTIVATED' }))).toBe('statusNotAllowed')
  expect(await codeOf(change(id, { status: 'DEACTIVATED' }, member))).toBe('noPermission')
  expect(await codeOf(change(id + 1000, { status: 'DEACTIVATED' }))).toBe('simNotFound')
  expect(await codeOf(historyOf(id + 1000))).toBe('simNotFound')
  expect((await simOf(id)).status).toBe('ACTIVATED')

  const log = await admin(endpoints.listSystemLogs, { query: { subject: `sim:${id}` } })
  expect(JSON.stringify(log)).toContain('"before":"INVENTORY"')
})

test('a status that cannot be undone asks for the ICCID, or for the number of SIMs', async () => {
  const [id = 0] = await sims('DEACTIVATED', 'jasper')
  const { iccid } = await simOf(id)
  expect(await codeOf(change(id, { status: 'RETIRED' }))).toBe('statusUnconfirmed')
  expect(await codeOf(change(id, { status: 'RETIRED', confirm: '1' }))).toBe('statusUnconfirmed')
  await ended((await change(id, { status: 'RETIRED', confirm: iccid })).id)
  expect((await simOf(id)).status).toBe('RETIRED')

  const ids = await sims('ACTIVATED', 'ntt', 3)
  const { id: selectionId } = await admin(endpoints.createSimSelection, { body: { simIds: ids } })
  const bulk = (confirm?: string) =>
    admin(endpoints.setStatuses, { body: { selectionId, status: 'TERMINATED', ...(confirm === undefined ? {} : { confirm }) } })
  for (const wrong of [undefined, '2', iccid]) expect(await codeOf(bulk(wrong))).toBe('statusUnconfirmed')
  expect(await ended((await bulk('3')).id)).toMatchObject({ succeeded: 3 })
  expect(await codeOf(admin(endpoints.setStatuses, { body: { selectionId: selectionId + 1, status: 'ACTIVATED' } }))).toBe(
    'selectionNotFound',
  )
})

test('a bulk change gives each SIM a result: done, or refused for its present status', async () => {
  const able = await sims('DEACTIVATED', 'jasper', 1100)
  const same = await sims('ACTIVATED', 'jasper', 2)
  const final = await sims('PURGED', 'jasper', 3)
  const free = await sims('TRIAL', 'none', 1)
  const barred = await sims('OPERATOR_BARRED', 'ntt', 1)
  const { id: selectionId } = await admin(endpoints.createSimSelection, {
    body: { simIds: [...able, ...same, ...final, ...free, ...barred] },
  })
  const task = await ended((await admin(endpoints.setStatuses, { body: { selectionId, status: 'ACTIVATED' } })).id)
  expect(task).toMatchObject({ state: 'completed', succeeded: 1103, refused: 4 })
  const refusals = await admin(endpoints.listTaskResults, { params: { id: task.id }, query: { outcome: 'refused', take: '100' } })
  expect(new Set(refusals.data.map(({ message }) => message))).toEqual(
    new Set([
      'The present status, Purged, does not permit this change',
      'The present status, Operator Barred, does not permit this change',
    ]),
  )
  const count = await server.db.selectFrom('sim_status_changes').select('id').where('sim_id', 'in', able).execute()
  expect(count).toHaveLength(1100)
  expect(await historyOf(same[0]!)).toEqual([])
})

test('an import that changes a status is in the history, and a deleted SIM takes its history along', async () => {
  const [id = 0] = await sims('AVAILABLE', 'ntt')
  const { iccid } = await simOf(id)
  const file = new File([`iccid,status\n${iccid},ACTIVATED\n`], 'sims.csv', { type: 'text/csv' })
  await admin(endpoints.importSims, { body: { mode: 'update' }, file })
  expect(await historyOf(id)).toMatchObject([{ actor: null, from: 'AVAILABLE', to: 'ACTIVATED', source: 'import' }])
  await admin(endpoints.deleteSim, { params: { id } })
  expect(await server.db.selectFrom('sim_status_changes').select('id').where('sim_id', '=', id).execute()).toEqual([])
})
