import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { until } from '../testing/until.ts'
import { withSim } from './one-sim.fixture.ts'

const { multiImsi, pollerA, pollerB, telemetry } = fixedAids
/** No INSTALL can carry this many octets, so a dry run excludes the SIM. */
const tooLongParameters = JSON.stringify({ moduleAID: multiImsi.moduleAid, installParameters: 'AA'.repeat(200) })
test('an OTA that cannot be sent ends at the POLL with its code: 501, 101 or 203', async () => {
  await using world = await withSim()
  const { db, start, poll, lastJob } = world
  await start(pollerB, 0)
  expect((await poll()).close).toEqual({ code: 501, detail: 0, waitSeconds: 0 })
  expect(await lastJob()).toMatchObject({ status: 'Blocked', code: 501, polled_at: expect.any(Date) })
  expect(await db.selectFrom('ota_sessions').select('session_id').execute()).toEqual([])

  await start(multiImsi, 1)
  await db.updateTable('ota_jobs').set({ params: tooLongParameters }).where('status', '=', 'Ready').execute()
  expect((await poll()).close?.code).toBe(101)
  expect(await lastJob()).toMatchObject({ status: 'Failed', code: 101 })

  await start(telemetry, 1)
  await db.updateTable('ota_jobs').set({ kind: 'rfm' }).where('status', '=', 'Ready').execute()
  expect((await poll()).close?.code).toBe(203)
  expect(await lastJob()).toMatchObject({ status: 'Failed', code: 203 })

  await start(telemetry, 1)
  await db.updateTable('ota_jobs').set({ params: '{}' }).where('status', '=', 'Ready').execute()
  expect((await poll()).close?.code).toBe(101)
})

test('a running poller is replaced only if the SIM has another poller, whose POLLs have to wait while a session is open', async () => {
  await using world = await withSim()
  const { db, start, poll, lastJob } = world
  await start(pollerB, 0)
  await db.updateTable('sims').set({ standby_poller_instance_aid: pollerA.moduleAid }).execute()
  const open = await poll()
  expect(open.close).toBeNull()
  const before = await lastJob()
  expect((await poll({ instanceAid: pollerA.moduleAid })).close).toEqual({ code: 400, detail: 0, waitSeconds: 180 })
  expect(await lastJob()).toEqual(before)
  expect((await poll({ instanceAid: multiImsi.moduleAid })).close?.code).toBe(400)
  const counters = () => db.selectFrom('poll_counters').select('poll_counter').executeTakeFirstOrThrow()
  const storedCounter = (await counters()).poll_counter
  await until(async () => (await counters()).poll_counter > storedCounter)
  expect(await db.selectFrom('sims').select('poller_instance_aid').executeTakeFirst()).toEqual({ poller_instance_aid: pollerB.moduleAid })
})

test('an abandoned session interrupts the OTA; more interruptions than the setting allows fail it with 402', async () => {
  await using world = await withSim()
  const { admin, start, poll, abandon, lastJob } = world
  await admin(endpoints.postUserConfig, { body: [{ key: 'system_ota_max_interruptions', value: '1' }] })
  await start(telemetry, 1, { maxFailedPercent: null, retries: 0 })
  for (const interruptions of [1, 2]) {
    const answer = await abandon(await poll())
    expect(answer?.[3]).toBe(messageCode.closeSession)
    expect(await lastJob()).toMatchObject({ status: 'Interrupted', code: 401, interruptions })
  }
  expect((await poll()).close?.code).toBe(402)
  expect(await lastJob()).toMatchObject({ status: 'Failed', code: 402, interruptions: 2 })
})

test('an OTA that is cancelled during its session stays cancelled, and the session ends with 401 at the next frame', async () => {
  await using world = await withSim()
  const { admin, start, poll, abandon, lastJob } = world
  const { id } = await start(telemetry, 1)
  const open = await poll()
  await admin(endpoints.cancelOta, { params: { id }, body: {} })
  const answer = await abandon(open)
  expect(answer?.[3]).toBe(messageCode.closeSession)
  expect(await lastJob()).toMatchObject({ status: 'Failed', code: null, reason: 'cancelled', interruptions: 0 })
})
