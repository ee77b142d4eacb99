import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { codeOf, failure } from '@simdeck/server/testing/people.ts'
import { until } from '@simdeck/server/testing/until.ts'
import {
  hasWritten,
  packed,
  readName,
  requestOf,
  selectName,
  smsTAR,
  startReachable,
  startScript,
  writeName,
} from './campaign-script.fixture.ts'
import { keySetOfSim, setKeys, useGateway } from './wake.fixture.ts'

test('a campaign by SMS writes the values of each SIM without a poller, and leaves out SIMs without keys or a number', async () => {
  await using world = await startReachable(4)
  using _ = world.centre
  const { admin, server, simIds, fleet } = world
  await server.db.updateTable('sims').set({ has_keys: false }).execute()
  await server.db.deleteFrom('sim_sms_keys').where('sim_id', '=', simIds[2]!).execute()
  await server.db.updateTable('sims').set({ msisdn: null }).where('id', '=', simIds[3]!).execute()
  const scriptId = await world.store([selectName, writeName, readName])
  const dryRun = await admin(endpoints.dryRunBulkOta, { body: await requestOf(world, scriptId) })
  expect(dryRun).toMatchObject({ eligible: 2, bytesPerSim: 280, commandsPerSim: 3, neverPolled: 0, duration: null })
  expect(dryRun.excluded.map(({ reason, count }) => `${reason} ${count}`).toSorted()).toEqual(['noNumber 1', 'noSmsKeys 1'])

  const id = await startScript(world, scriptId)
  const waiting = async () => (await admin(endpoints.getCampaignDiagnosis, { params: { id } })).waiting
  await until(async () => (await waiting())[0]?.reason === 'gateway')
  await useGateway(admin, world.port)
  expect(await world.finished(id)).toMatchObject({ state: 'completed', total: 2, excluded: 2, counts: { Succeeded: 2 } })
  expect([0, 1, 2, 3].map((at) => hasWritten(world, at))).toEqual([true, true, false, false])
  const logs = await world.logsOf(id)
  expect(logs.map(({ progress }) => progress.action_type.type)).toEqual([4, 4])
  const log = logs.find(({ sim_id }) => sim_id === simIds[0])!
  const result = await admin(endpoints.getFileManagementResult, { params: { otaId: log.id } })
  expect(result.lines.map(({ answer }) => answer?.sw)).toEqual(['9000', '9000', '9000'])
  expect(result.lines[2]?.answer?.data).toBe(packed(fleet.sims[0]!.iccid))
  expect(await admin(endpoints.getSim, { params: { id: simIds[0]! } })).toMatchObject({ status_rfm: 'Succeeded' })
  const { messages } = await admin(endpoints.getSimSms, { params: { id: simIds[0]! } })
  expect(messages).toMatchObject([{ state: 'delivered', script: { tar: smsTAR, result: { executed: 3, sw: '9000' } } }])
  const { options } = await admin(endpoints.getCampaignOptions, { params: { id } })
  expect(options).toMatchObject({ kind: 'rfm', scriptId, smsTAR })
})

test('a command that a card refuses fails its OTA with the line, and doubled messages run once', async () => {
  await using world = await startReachable(1, { faults: { doubled: 1 } })
  using _ = world.centre
  await useGateway(world.admin, world.port)
  const id = await startScript(world, await world.store([selectName, writeName, '00A40804047FFF6FFF', readName]))
  expect(await world.finished(id)).toMatchObject({ counts: { Failed: 1 } })
  const [log] = await world.logsOf(id)
  expect(log?.progress).toMatchObject({ code: 500, sw: '6A82' })
  const result = await world.admin(endpoints.getFileManagementResult, { params: { otaId: log!.id } })
  expect(result).toMatchObject({ failedLine: 2, lines: [{ answer: { sw: '9000' } }, { answer: { sw: '9000' } }, { answer: null }, {}] })
  expect(world.fleet.sims[0]!.card.nvm.otaKeySets![0]!.counter).toBe(1)
})

test('a stop cancels what is not sent yet, and a paused campaign sends nothing', async () => {
  await using world = await startReachable(3)
  using _ = world.centre
  const { admin, server } = world
  await useGateway(admin, world.port, { messages_per_second: 1, window_size: 1 })
  const scriptId = await world.store([selectName, writeName])
  const id = await startScript(world, scriptId)
  await admin(endpoints.changeCampaign, { params: { id }, body: { action: 'pause' } })
  await until(async () => (await server.db.selectFrom('sms_messages').select('id').where('state', '=', 'sent').execute()).length === 0)
  await admin(endpoints.cancelOta, { params: { id }, body: {} })
  const ended = await world.finished(id)
  expect(ended).toMatchObject({
    state: 'stopped',
    counts: { Succeeded: world.centre.counts.accepted, Failed: 3 - world.centre.counts.accepted },
  })
  await until(async () => (await server.db.selectFrom('sms_messages').select('id').where('state', '=', 'queued').execute()).length === 0)
  const written = world.fleet.sims.filter((_, at) => hasWritten(world, at)).length
  expect(written).toBe(ended.counts.Succeeded)
})

test('a wave waits for its release, and no more SIMs are under way at once than the campaign allows', async () => {
  let isOff = true
  await using world = await startReachable(3, { devices: { isOff: () => isOff } })
  using _ = world.centre
  const { admin, centre } = world
  await useGateway(admin, world.port)
  const body = await requestOf(world, await world.store([selectName, writeName]))
  const rollout = { waves: [{ sims: 2 }], next: 'manual' as const, maxAtOnce: 1 }
  const { id } = await admin(endpoints.putBulkOta, { body: { ...body, rollout } })
  const counts = async () => (await admin(endpoints.getCampaign, { params: { id } })).counts
  await until(async () => (await counts()).Started === 1)
  // The job that queues messages runs several times until the next OTA of another campaign is sent.
  await admin(endpoints.wakeSim, { params: { id: world.simIds[2]! } })
  await until(() => centre.counts.accepted === 2)
  expect(await counts()).toMatchObject({ Started: 1, Ready: 2 })
  isOff = false
  await until(async () => (await counts()).Succeeded === 2)
  expect(await counts()).toMatchObject({ Ready: 1 })
  await admin(endpoints.changeCampaign, { params: { id }, body: { action: 'release', wave: 2 } })
  expect(await world.finished(id)).toMatchObject({ counts: { Succeeded: 3 } })
})

test('a message that no card answers for a day fails its OTA, and a retry sends another one', async () => {
  let isOff = true
  await using world = await startReachable(2, { devices: { isOff: () => isOff } })
  using _ = world.centre
  const { admin, server } = world
  await useGateway(admin, world.port)
  const scriptId = await world.store([selectName, writeName])
  const begin = async (retries: number) => {
    const { id } = await admin(endpoints.putBulkOta, { body: { ...(await requestOf(world, scriptId)), rollout: { retries } } })
    await until(async () => (await admin(endpoints.getCampaign, { params: { id } })).counts.Started === 2)
    await server.db
      .updateTable('sms_messages')
      .set({ sent_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute()
    return id
  }
  const silent = await begin(0)
  expect(await world.finished(silent)).toMatchObject({ counts: { Failed: 2 } })
  expect((await world.logsOf(silent)).map(({ progress }) => [progress.code, progress.reason])).toEqual([
    [401, 'messageUnanswered'],
    [401, 'messageUnanswered'],
  ])
  const retried = await begin(1)
  const retry = () => server.db.updateTable('ota_jobs').set({ not_before: null }).where('attempts', '=', 1).executeTakeFirst()
  await until(async () => (await retry()).numUpdatedRows === 2n)
  isOff = false
  expect(await world.finished(retried)).toMatchObject({ counts: { Succeeded: 2 } })
  expect((await world.logsOf(retried)).map(({ progress }) => progress.reason)).toEqual([null, null])
})

test('a refusal without a checksum fails the OTA after a while, and a SIM whose keys are gone is told', async () => {
  await using world = await startReachable(2)
  using _ = world.centre
  const { admin, server, simIds } = world
  await setKeys(admin, simIds[0]!, keySetOfSim(7))
  const scriptId = await world.store([selectName, writeName])
  const id = await startScript(world, scriptId)
  await server.db.deleteFrom('sim_sms_keys').where('sim_id', '=', simIds[1]!).execute()
  await useGateway(admin, world.port)
  const failedOf = async (simId: number) => (await world.logsOf(id)).find((log) => log.sim_id === simId)?.progress
  await until(async () => (await failedOf(simIds[1]!))?.status === 'Failed')
  expect(await failedOf(simIds[1]!)).toMatchObject({ code: 101, reason: null })
  const proved = () =>
    server.db
      .updateTable('sms_messages')
      .set({ proof_at: new Date(Date.now() - 660_000) })
      .where('proof_status', '<>', 0)
  await until(async () => (await proved().executeTakeFirst()).numUpdatedRows > 0n)
  expect(await world.finished(id)).toMatchObject({ counts: { Failed: 2 } })
  expect(await failedOf(simIds[0]!)).toMatchObject({ code: 300, reason: 'messageRefused' })
  expect(hasWritten(world, 0)).toBe(false)
})

test('nothing is sent before another person has approved the campaign, and a MEMBER without the permission starts none', async () => {
  await using world = await startReachable(1)
  using _ = world.centre
  const { admin, server, simIds, centre } = world
  await useGateway(admin, world.port)
  const root = await server.signIn('ROOT')
  await root(endpoints.postUserConfig, { body: [{ key: 'system_ota_approval_threshold', value: '1' }] })
  const scriptId = await world.store([selectName, writeName])
  const member = await server.signIn('MEMBER')
  await server.db.deleteFrom('role_permissions').where('role_id', '=', roleIds.MEMBER).where('permission', '=', 'OTA_CREATE').execute()
  expect(await codeOf(member(endpoints.putBulkOta, { body: await requestOf(world, scriptId) }))).toBe('noPermission')
  const id = await startScript(world, scriptId)
  const campaign = () => admin(endpoints.getCampaign, { params: { id } })
  expect(await campaign()).toMatchObject({ state: 'awaitingApproval', smsTAR })
  // A wake-up that goes out shows that the jobs have run meanwhile.
  await admin(endpoints.wakeSim, { params: { id: simIds[0]! } })
  await until(() => centre.counts.accepted === 1)
  expect(await campaign()).toMatchObject({ state: 'awaitingApproval', counts: { Ready: 1 } })
  await root(endpoints.approveCampaign, { params: { id }, body: { confirmedCount: 1 } })
  expect(await world.finished(id)).toMatchObject({ counts: { Succeeded: 1 } })
  expect(hasWritten(world, 0)).toBe(true)
})

test('a script that does not fit one message is refused before anything starts, as are options of sessions', async () => {
  await using world = await startReachable(1)
  using _ = world.centre
  const { admin } = world
  const long = await world.store([selectName, `00D6000060${'FF'.repeat(0x60)}`])
  const reading = await world.store([selectName, readName, writeName])
  for (const scriptId of [long, reading]) {
    const body = await requestOf(world, scriptId)
    expect((await failure(admin(endpoints.dryRunBulkOta, { body }))).fields?.map(({ path }) => path)).toEqual(['smsTAR'])
    expect(await codeOf(admin(endpoints.putBulkOta, { body }))).toBe('invalidInput')
  }
  const fits = await requestOf(world, await world.store([selectName, writeName]))
  const rollout = { pollsAgain: true, maxPerCell: 1, octetsInAll: 1_000_000 }
  const ofSessions = await failure(admin(endpoints.putBulkOta, { body: { ...fits, wakeSims: true, rollout } }))
  expect(ofSessions.fields?.map(({ path }) => path)).toEqual([
    'wakeSims',
    'rollout.pollsAgain',
    'rollout.maxPerCell',
    'rollout.octetsInAll',
  ])
  expect(await codeOf(admin(endpoints.putBulkOta, { body: { ...fits, smsTAR: 'B0' } }))).toBe('invalidInput')
})
