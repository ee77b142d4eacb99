import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ImeiLock } from '@simdeck/contract/sim-values.ts'
import { codeOf } from '../testing/people.ts'
import { closeLength, importRawSim, rawPoll as poll, talk } from '../testing/raw-card.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { addSims, type SimRowToAdd } from '../testing/sims.ts'
import { until } from '../testing/until.ts'

const [first, second, third] = ['351111111111111', '352222222222222', '353333333333333']

let server: TestServer
let admin: TestCall
let made = 0
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())

async function addSim(sim: SimRowToAdd = {}): Promise<number> {
  const [id = 0] = await addSims(server.db, [{ iccid: `898110000000001${String(++made).padStart(4, '0')}`, imei: first, ...sim }])
  return id
}
/** Writes the columns that the device port writes when a SIM polls from another device. */
const moved = (id: number, imei: string, at = new Date()) =>
  server.db
    .updateTable('sims')
    .set({ imei, imei_status: 'changed', imei_change_untold: true, imei_changed_at: at })
    .where('id', '=', id)
    .execute()
const simOf = (id: number) => admin(endpoints.getSim, { params: { id } })
const changesOf = (id: number) => admin(endpoints.listSimImeiChanges, { params: { id }, query: {} })
const change = (id: number, body: { confirm?: string; lock?: ImeiLock }, call: TestCall = admin) =>
  call(endpoints.changeSimImei, { params: { id }, body })
const told = async (simId: number, call: TestCall = admin) => {
  const { items } = await call(endpoints.getNotifications, { query: { category: 'sim' } })
  return items.filter(({ simIds }) => simIds.includes(simId))
}
const result = (id: number) =>
  until(async () => {
    const [newest] = await changesOf(id)
    return newest?.lock_result !== 'pending' && newest
  })

test('a device port notes each other device of a SIM, and the change stays unconfirmed until a user confirms that device', async () => {
  await using own = await startTestServer()
  const call = await own.signIn('ADMIN')
  await importRawSim(call)
  await until(async () => (await talk(own.devicePort, [poll(0).frame], closeLength)).length > 0)
  const { id } = await own.db.selectFrom('sims').select('id').executeTakeFirstOrThrow()
  const sim = () => call(endpoints.getSim, { params: { id } })
  const polled = async (counter: number, imei: string) => {
    const before = (await sim()).last_poll
    await talk(own.devicePort, [poll(counter, { imei }).frame], closeLength)
    return until(async () => {
      const now = await sim()
      return now.last_poll !== before && now.imei === imei && now
    })
  }
  const confirm = (imei: string) => call(endpoints.changeSimImei, { params: { id }, body: { confirm: imei } })
  expect(await polled(1, first)).toMatchObject({ imei_status: 'same' })
  expect(await codeOf(confirm(first))).toBe('imeiNotChanged')
  expect(await polled(2, second)).toMatchObject({ imei_status: 'changed' })
  expect(await polled(3, second)).toMatchObject({ imei_status: 'changed' })
  expect(await codeOf(confirm(first))).toBe('imeiNotChanged')
  expect((await sim()).imei_status).toBe('changed')
  expect(await confirm(second)).toMatchObject({ imei_status: 'confirmed', imei: second })
  expect(await polled(4, second)).toMatchObject({ imei_status: 'confirmed' })
  const changes = () => call(endpoints.listSimImeiChanges, { params: { id }, query: {} })
  expect(await changes()).toMatchObject([{ from: first, to: second, confirmed_by: 'ADMIN', lock_result: null }])
  expect(await call(endpoints.listSims, { query: { imei_status: 'confirmed' } })).toMatchObject({ totalItems: 1 })

  // A locked SIM that comes back to its device needs no confirmation.
  await call(endpoints.changeSimImei, { params: { id }, body: { lock: 'notify' } })
  expect(await polled(5, third)).toMatchObject({ imei_status: 'changed', imei_lock: 'notify' })
  expect(await polled(6, second)).toMatchObject({ imei_status: 'same' })
  await until(async () => (await changes()).every(({ lock_result: one }) => one !== 'pending'))
  expect((await changes()).map(({ to, lock_result: one }) => [to, one])).toEqual([
    [second, null],
    [third, 'told'],
    [second, null],
  ])
})

test('an edited IMEI is no change of the device, and the status is unknown until the next poll', async () => {
  const id = await addSim()
  await moved(id, second)
  await admin(endpoints.updateSim, { params: { id }, body: { imei: third } })
  expect(await simOf(id)).toMatchObject({ imei: third, imei_status: 'unknown' })
  expect(await changesOf(id)).toHaveLength(1)
})

test('without a lock a change of the device is told as such; with one the members are told by the lock, once', async () => {
  const [free, locked] = [await addSim(), await addSim({ device_alias: 'Meter 7' })]
  await change(locked, { lock: 'notify' })
  await moved(free, second)
  await moved(locked, second)
  expect(await result(locked)).toMatchObject({ lock_result: 'told' })
  expect((await changesOf(free))[0]?.lock_result).toBe(null)
  const [item, ...more] = await until(async () => {
    const items = await told(locked)
    return items.length > 0 && items
  })
  expect(item).toMatchObject({ title: 'A locked SIM is in another device', body: 'Meter 7', tone: 'failed' })
  expect(more).toEqual([])
  await until(async () => (await told(free)).length === 1)
  expect((await simOf(locked)).status).toBe('INVENTORY')

  // The lock is bound to the device that a user confirms.
  await change(locked, { confirm: second })
  await moved(locked, first)
  expect(await result(locked)).toMatchObject({ to: first, lock_result: 'told' })
})

test('a lock that says so suspends the SIM in the name of its member, where platform and permission allow it', async () => {
  const member = await server.signIn('ADMIN')
  const ids = [
    await addSim({ cm_platform: 'ntt', status: 'ACTIVATED' }),
    await addSim({ cm_platform: 'jasper', status: 'ACTIVATED' }),
    await addSim({ cm_platform: 'ntt', status: 'AVAILABLE' }),
  ] as const
  for (const id of ids) await change(id, { lock: 'suspend' }, member)
  for (const id of ids) await moved(id, second)
  expect([await result(ids[0]), await result(ids[1]), await result(ids[2])].map(({ lock_result: one }) => one)).toEqual([
    'suspended',
    'suspended',
    'notPossible',
  ])
  await until(async () => (await simOf(ids[0])).status === 'SUSPENDED')
  await until(async () => (await simOf(ids[1])).status === 'DEACTIVATED')
  expect((await simOf(ids[2])).status).toBe('AVAILABLE')
  const [history] = await admin(endpoints.listSimStatusChanges, { params: { id: ids[0] }, query: {} })
  expect(history).toMatchObject({ from: 'ACTIVATED', to: 'SUSPENDED', actor: 'ADMIN', source: 'here' })

  const later = await addSim({ cm_platform: 'ntt', status: 'ACTIVATED' })
  await change(later, { lock: 'suspend' }, member)
  await server.db.updateTable('sims').set({ imei_lock_member: 999_999 }).where('id', '=', later).execute()
  await moved(later, second)
  expect(await result(later)).toMatchObject({ lock_result: 'notPossible' })
  expect((await simOf(later)).status).toBe('ACTIVATED')
})

test('many devices are confirmed and locked by a task, which names the refused SIMs', async () => {
  const [changed, same, blank] = [await addSim(), await addSim(), await addSim({ imei: null })]
  await moved(changed, second)
  const { id: selectionId } = await admin(endpoints.createSimSelection, { body: { simIds: [changed, same, blank] } })
  const ended = async (body: { confirm?: true; lock?: ImeiLock }) => {
    const { id } = await admin(endpoints.setImeis, { body: { selectionId, ...body } })
    await until(async () => (await admin(endpoints.getTask, { params: { id } })).finishedAt !== null)
    const { data } = await admin(endpoints.listTaskResults, { params: { id }, query: {} })
    return data.map(({ simId, message }) => [simId, message])
  }
  const notChanged = 'The SIM has no change of its device to confirm, or has moved on'
  expect(await ended({ confirm: true })).toEqual([
    [changed, null],
    [same, notChanged],
    [blank, notChanged],
  ])
  expect((await simOf(changed)).imei_status).toBe('confirmed')
  const unknown = 'The IMEI of the device is not known, so the SIM cannot be locked to it'
  expect(await ended({ lock: 'suspend' })).toEqual([
    [changed, null],
    [same, null],
    [blank, unknown],
  ])
  expect((await simOf(changed)).imei_lock).toBe('suspend')
  await ended({ lock: 'off' })
  const row = await server.db.selectFrom('sims').select(['locked_imei', 'imei_lock_member']).where('id', '=', changed).executeTakeFirst()
  expect(row).toEqual({ locked_imei: null, imei_lock_member: null })
})

test('calls without a permission, a SIM or content are refused, and the action log has the change', async () => {
  const id = await addSim()
  const member = await server.signIn('MEMBER')
  expect(await codeOf(change(id, { lock: 'notify' }, member))).toBe('noPermission')
  expect(await codeOf(change(id, {}))).toBe('emptyParameters')
  expect(await codeOf(change(999_999, { lock: 'off' }))).toBe('simNotFound')
  expect(await codeOf(change(id, { lock: 'never' as never }))).toBe('invalidInput')
  expect(await codeOf(change(await addSim({ imei: null }), { lock: 'notify' }))).toBe('imeiUnknown')
  expect(await codeOf(admin(endpoints.listSimImeiChanges, { params: { id: 999_999 }, query: {} }))).toBe('simNotFound')
  const { id: selectionId } = await admin(endpoints.createSimSelection, { body: { simIds: [id] } })
  expect(await codeOf(member(endpoints.setImeis, { body: { selectionId, lock: 'off' } }))).toBe('noPermission')
  expect(await codeOf(admin(endpoints.setImeis, { body: { selectionId } }))).toBe('emptyParameters')
  await change(id, { lock: 'notify' })
  const logs = await (await server.signIn('ROOT'))(endpoints.listSystemLogs, { query: { subject: `sim:${id}`, take: 1 } })
  expect(logs.data[0]?.changes).toEqual([{ field: 'imei_lock', before: 'off', after: 'notify' }])
})

test('a SIM that changes its device at every poll keeps its last hundred changes', async () => {
  const id = await addSim()
  for (let turn = 0; turn < 103; turn++) await moved(id, turn % 2 === 0 ? second : first, new Date(turn * 1000))
  const { count } = await server.db
    .selectFrom('sim_imei_changes')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('sim_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(100)
})
