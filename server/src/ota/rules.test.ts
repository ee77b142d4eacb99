import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { closeSessionBody } from '@simdeck/protocol/ota/messages.ts'
import { makeCapFile } from '../testing/cap-file.ts'
import { importRawSim, posted, rawFrame, rawPoll, type PollOptions } from '../testing/raw-card.ts'
import { startTestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

const { multiImsi, pollerA, pollerB, telemetry } = fixedAids
/** No INSTALL can carry this many octets, so a dry run excludes the SIM. */
const tooLongParameters = JSON.stringify({ moduleAID: multiImsi.moduleAid, installParameters: 'AA'.repeat(200) })
const forPollers = toHex(pollerParameters.encode({ fqdn: 'poll.example.jp', ...pollerParameters.defaults }))

/** A server with one SIM, and functions for the OTAs of that SIM. */
async function withSim() {
  const server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  await importRawSim(admin)
  const { db } = server
  let counter = 0

  async function start(fixed: { packageAid: string; moduleAid: string }, appletType: 0 | 1) {
    const installParameters = appletType === 0 ? forPollers : ''
    const recipe = { packageAid: fromHex(fixed.packageAid), packageVersion: { major: 1, minor: 0 }, applets: [fromHex(fixed.moduleAid)] }
    const file = new File([(await makeCapFile(recipe)) as BlobPart], 'x.cap')
    const known = await admin(endpoints.listPackages, { query: {} })
    const { packageAID, otaVersion, label } =
      known.data.find((one) => one.packageAID === fixed.packageAid) ?? (await admin(endpoints.uploadPackage, { body: {}, file }))
    const snapshot = await admin(endpoints.createSnapshot, { body: { filter: {} } })
    const targets = [{ appletType, package: { packageAID, otaVersion, label }, installParameters, active: true }]
    return admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, targets } })
  }
  /** Polls until the server knows of the OTA, and returns its answer. */
  const poll = (options: PollOptions = {}) =>
    until(async () => {
      const sent = rawPoll(++counter, options)
      const answer = await posted(server.devicePort, sent.frame)
      if (!answer) return null
      if (answer[3] !== messageCode.closeSession) return { ...sent.session(answer), close: null }
      const { close } = sent.read(answer)
      return close.code === 0 ? null : { id: 0, keys: null, close }
    })
  const abandon = async ({ id, keys }: Awaited<ReturnType<typeof poll>>) => {
    if (!keys) throw new Error('no session')
    const body = closeSessionBody.encode({ code: 401, detail: 0, waitSeconds: 0 })
    return posted(server.devicePort, rawFrame({ id, keys }, { code: messageCode.closeSession }, body))
  }
  const lastJob = () =>
    db.selectFrom('ota_jobs').select(['id', 'status', 'code', 'reason', 'interruptions']).orderBy('id', 'desc').executeTakeFirstOrThrow()
  return { server, admin, db, start, poll, abandon, lastJob, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('an OTA that cannot be sent ends at the POLL with its code: 501, 101 or 203', async () => {
  await using world = await withSim()
  const { db, start, poll, lastJob } = world
  await start(pollerB, 0)
  expect((await poll()).close).toEqual({ code: 501, detail: 0, waitSeconds: 0 })
  expect(await lastJob()).toMatchObject({ status: 'Blocked', code: 501 })
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
  await start(telemetry, 1)
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
