import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SocketEvent } from '@simdeck/contract/events.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { multiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { customAid, customCap, libraryCap, telemetryCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'
import { until } from '@simdeck/server/testing/until.ts'

/** Opens a console's websocket and collects its events. */
async function listen(world: World): Promise<{ events: SocketEvent[]; close: () => void }> {
  const { ticket } = await world.admin(endpoints.wsTicket, {})
  const socket = new WebSocket(`${world.server.url.replace('http', 'ws')}/ws?token=${ticket}`)
  const events: SocketEvent[] = []
  socket.addEventListener('message', (message) => events.push(JSON.parse(String(message.data)) as SocketEvent))
  await until(() => events.length > 0)
  return { events, close: () => socket.close() }
}

test('a CAP file becomes a selectable applet on every card with live events, and is removed again', async () => {
  await using world = await startWorld({ sims: 20 })
  const socket = await listen(world)
  const chosen = await world.upload(telemetryCap(4), 'stable')
  const installParameters = toHex(telemetryParameters.encode({ ...telemetryParameters.defaults, fqdn: 'telemetry.example.co.jp' }))
  const { packageAID, otaVersion, label } = chosen
  const started = await world.campaign({ appletType: 1, package: { packageAID, otaVersion, label }, installParameters, active: true })
  expect(started).toMatchObject({ total: 20, excluded: 0, counts: { Ready: 20 } })
  const done = await world.finished(started.id)
  expect(done).toMatchObject({ state: 'completed', counts: { Succeeded: 20, Failed: 0 } })

  for (const sim of world.fleet.sims) {
    const { loadFiles, applications } = sim.registry()
    expect(loadFiles).toContainEqual(expect.objectContaining({ aid: packageAID, version: '2.4' }))
    expect(applications).toContainEqual(
      expect.objectContaining({
        aid: fixedAids.telemetry.moduleAid,
        loadFileAid: packageAID,
        selectable: true,
        parameters: installParameters,
      }),
    )
  }
  const statuses = new Map<number, string[]>()
  await until(() => {
    statuses.clear()
    for (const event of socket.events) {
      if (event.event === 'OTA_LOG') statuses.set(event.simId, [...(statuses.get(event.simId) ?? []), event.otaLog.progress.status])
    }
    return [...statuses.values()].filter((seen) => seen.at(-1) === 'Succeeded').length === 20
  })
  expect(socket.events).toContainEqual(
    expect.objectContaining({
      event: 'OTA_LOG',
      loadFile: { packageAID, otaVersion: '2.4', label: 'stable' },
      managedPackageLabel: 'Telemetry',
    }),
  )
  expect(socket.events.some((event) => event.event === 'SIM_UPDATED' && event.sim.other_applet_version === '2.4')).toBe(true)
  await until(() => socket.events.some((event) => event.event === 'SIM_DATA_RECIEVED' && event.logAction.isSuccess))

  const [simId] = world.simIds
  await until(async () => (await world.admin(endpoints.getSim, { params: { id: simId! } })).rsrp)
  expect(await world.admin(endpoints.getSim, { params: { id: simId! } })).toMatchObject({
    other_applet_name: 'Telemetry',
    other_applet_version: '2.4',
    status_other_applet: 'Succeeded',
    mcc: '440',
  })

  const removal = await world.campaign({ appletType: 1, active: false })
  expect(await world.finished(removal.id)).toMatchObject({ action: 'remove', state: 'completed', counts: { Succeeded: 20 } })
  for (const sim of world.fleet.sims) expect(sim.registry().loadFiles.map(({ aid }) => aid)).not.toContain(packageAID)
  expect(await world.admin(endpoints.getSim, { params: { id: simId! } })).toMatchObject({
    other_applet_name: null,
    status_other_applet: 'Succeeded',
  })
  socket.close()
})

test('the POLL of a SIM with the multi-IMSI applet reports the IMSI that the applet chose', async () => {
  await using world = await startWorld({ sims: 1 })
  const { packageAid, moduleAid } = fixedAids.multiImsi
  const recipe = { ...customCap(), packageAid: fromHex(packageAid), applets: [fromHex(moduleAid)] }
  const { packageAID, otaVersion, label } = await world.upload(recipe)
  const imsis = [{ imsi: '234500000000001', networks: [{ mcc: '208', mnc: '01' }] }]
  const installParameters = toHex(multiImsiParameters.encode({ ...multiImsiParameters.defaults, imsis }))
  const first = await world.campaign({ appletType: 1, package: { packageAID, otaVersion, label }, installParameters, active: true })
  expect(await world.finished(first.id)).toMatchObject({ counts: { Succeeded: 1 } })
  const removal = await world.campaign({ appletType: 1, active: false })
  expect(await world.finished(removal.id)).toMatchObject({ counts: { Succeeded: 1 } })
  await until(async () => {
    const { data } = await world.admin(endpoints.listRawOtaServiceLogs, { query: { take: 100 } })
    return data.some(({ fields }) => fields['imsi'] === '234500000000001')
  })
})

test('memory sizes and toolkit parameters of an installation arrive at the card', async () => {
  await using world = await startWorld({ sims: 1 })
  const { packageAID, otaVersion, label } = await world.upload(customCap())
  const started = await world.campaign({
    appletType: 1,
    package: { packageAID, otaVersion, label },
    installParameters: 'C0FFEE',
    cardParameters: 'EF08C7020200C8021000EA13' + '8011FF011002000100020102011603B00010' + '00',
    active: true,
  })
  expect(await world.finished(started.id)).toMatchObject({ counts: { Succeeded: 1 } })
  const [sim] = world.fleet.sims
  expect(sim?.card.nvm.applications.find(({ aid }) => aid === customAid.module)).toMatchObject({
    parameters: 'c0ffee',
    tars: ['b00010'],
    volatileSize: 512,
  })
  const { data } = await world.admin(endpoints.listOtaLogs, { query: { campaignId: started.id } })
  expect(data[0]?.install).toMatchObject({ cardParameters: expect.stringMatching(/^EF08C7/) as unknown })
})

test('the trace of an install runs from POLL to CLOSE_SESSION, with names of commands and status words', async () => {
  await using world = await startWorld({ sims: 1, profile: () => ({ receiveBuffer: 255 }) })
  const started = await world.install(await world.upload(customCap()))
  await world.finished(started.id)
  const [session] = await until(async () => {
    const sessions = await world.admin(endpoints.listSimSessions, { params: { id: world.simIds[0]! }, query: {} })
    return sessions.find(({ close_code }) => close_code === 0) && sessions
  })
  const codes = session!.messages.map(({ direction, code }) => `${direction} ${code}`)
  expect(codes.slice(0, 5)).toEqual(['card 1', 'server 4', 'card 6', 'server 2', 'card 5'])
  expect(codes.slice(-2)).toEqual(['card 6', 'server 7'])
  const commands = session!.messages.flatMap(({ direction, commands: names }) => (direction === 'server' ? names : []))
  expect(commands.map(({ name }) => name)).toEqual([
    'INITIALIZE UPDATE',
    'EXTERNAL AUTHENTICATE',
    'INSTALL [for load]',
    ...commands.filter(({ name }) => name === 'LOAD').map(() => 'LOAD'),
    'INSTALL [for install and make selectable]',
  ])
  expect(commands.filter(({ name }) => name === 'LOAD').map(({ block }) => block)).toEqual(
    commands.filter(({ name }) => name === 'LOAD').map((_, index) => index),
  )
  const statusWords = session!.messages.flatMap(({ direction, commands: names }) => (direction === 'card' ? names.map(({ sw }) => sw) : []))
  expect(new Set(statusWords)).toEqual(new Set(['9000']))
})

test('an install of another applet removes the old one first', async () => {
  await using world = await startWorld({ sims: 2 })
  await world.finished((await world.install(await world.upload(telemetryCap(3), 'stable'))).id)
  const next = await world.install(await world.upload(telemetryCap(4), 'stable'))
  expect(await world.finished(next.id)).toMatchObject({ state: 'completed', counts: { Succeeded: 2 } })
  const logs = await world.logsOf(next.id)
  expect(logs.map(({ progress }) => `${progress.action_type.type} ${progress.status}`).toSorted()).toEqual([
    '1 Succeeded',
    '1 Succeeded',
    '2 Succeeded',
    '2 Succeeded',
  ])
  for (const sim of world.fleet.sims) {
    expect(sim.registry().loadFiles.filter(({ aid }) => aid === fixedAids.telemetry.packageAid)).toEqual([
      expect.objectContaining({ version: '2.4' }),
    ])
  }
})

test('a library is loaded beside the applet, enables an applet that imports it, and stays after the applet’s removal', async () => {
  // The power of the first card fails during the load: its partial library is deleted, and the load starts again.
  await using world = await startWorld({
    sims: 2,
    profile: (index) => ({ misbehaviours: index === 0 ? [{ kind: 'powerLoss', block: 2, skip: 1 }] : [] }),
  })
  const held = await world.upload(telemetryCap(3), 'stable')
  const [withApplet = 0, without = 0] = world.simIds
  const library = await world.upload(libraryCap)
  const agent = await world.upload(customCap({ imports: [{ aid: libraryCap.packageAid, major: 1, minor: 2 }] }))
  const key = ({ packageAID, otaVersion, label }: OtaPackage) => ({ packageAID, otaVersion, label })
  const dryRun = async (chosen: OtaPackage) => {
    const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
    const targets = [{ appletType: 1 as const, package: key(chosen), active: true }]
    const run = await world.admin(endpoints.dryRunBulkOta, { body: { snapshotId, targets } })
    return { ...run, left: run.excluded.map(({ reason, count }) => `${reason} ${count}`) }
  }
  const succeed = async (chosen: OtaPackage, simIds?: number[]) => {
    const { id } = await world.install(chosen, simIds)
    expect(await world.finished(id)).toMatchObject({ state: 'completed' })
    return id
  }
  await succeed(held, [withApplet])
  expect(await dryRun(agent)).toMatchObject({ eligible: 0, left: ['missingImport 2'] })

  expect(await dryRun(library)).toMatchObject({ eligible: 2, losses: [], instanceAID: null, actions: [{ kind: 'install', count: 2 }] })
  const logs = await world.logsOf(await succeed(library))
  expect(logs.map(({ progress, install }) => [progress.action_type.type, progress.status, install])).toEqual(
    Array.from({ length: 2 }, () => [1, 'Succeeded', null]),
  )
  expect(logs.find(({ sim_id }) => sim_id === withApplet)?.interruptions).toBe(1)
  const loaded = { aid: library.packageAID, version: '1.2', moduleAids: [] }
  for (const sim of world.fleet.sims) expect(sim.registry().loadFiles).toContainEqual(expect.objectContaining(loaded))
  expect(world.fleet.sims[0]!.registry().loadFiles).toContainEqual(expect.objectContaining({ aid: held.packageAID, version: '2.3' }))
  const sim = await world.admin(endpoints.getSim, { params: { id: withApplet } })
  expect(sim).toMatchObject({ other_applet_name: 'Telemetry', other_applet_version: '2.3', status_other_applet: 'Succeeded' })
  expect((await world.admin(endpoints.getSim, { params: { id: without } })).other_applet_name).toBeNull()
  expect(await world.admin(endpoints.getPackage, { params: key(library) })).toMatchObject({ simsUsing: 2, simsPending: 0 })
  expect((await dryRun(library)).left).toEqual(['sameVersion 2'])

  await succeed(agent)
  const removal = await world.campaign({ appletType: 1, active: false })
  expect(await world.finished(removal.id)).toMatchObject({ state: 'completed', counts: { Succeeded: 2 } })
  for (const one of world.fleet.sims) {
    const { loadFiles, applications } = one.registry()
    expect(loadFiles).toContainEqual(expect.objectContaining(loaded))
    expect(applications.map(({ aid }) => aid)).not.toContain(customAid.module)
  }
})

test('an install without an imported package or enough memory fails with its status word and leaves nothing', async () => {
  await using world = await startWorld({ sims: 2, profile: (index) => ({ freeMemory: index === 0 ? 1500 : undefined }) })
  // The card is too old for this package of Java Card, which the server cannot know in advance.
  const unknown = { aid: fromHex('A00000006202FF'), major: 1, minor: 0 }
  const missing = await world.install(await world.upload(customCap({ imports: [unknown] }), 'missing'), [world.simIds[1]!])
  const full = await world.install(await world.upload(customCap({ codeSize: 6000, minor: 1 }), 'large'), [world.simIds[0]!])
  expect(await world.finished(missing.id)).toMatchObject({ state: 'completedWithFailures', counts: { Failed: 1 } })
  expect(await world.finished(full.id)).toMatchObject({ state: 'completedWithFailures', counts: { Failed: 1 } })
  expect((await world.logsOf(missing.id))[0]!.progress).toMatchObject({ status: 'Failed', code: 500, sw: '6438' })
  expect((await world.logsOf(full.id))[0]!.progress).toMatchObject({ status: 'Failed', code: 500, sw: '6A84' })
  for (const sim of world.fleet.sims) expect(sim.registry().applications.map(({ aid }) => aid)).not.toContain(customAid.module)
})

test('only an OTA that is Ready can be cancelled; it ends Failed and the card stays untouched', async () => {
  await using world = await startWorld({ sims: 2, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
  const started = await world.install(await world.upload(customCap()))
  const [first, second] = world.simIds
  expect(await world.admin(endpoints.cancelOta, { params: { id: started.id }, body: { simIds: [first!] } })).toEqual({
    cancelled: 1,
    continues: false,
  })
  const sim = await world.admin(endpoints.getSim, { params: { id: first! } })
  expect(sim.other_applet.install_progress).toMatchObject({ status: 'Failed', code: null, reason: 'cancelled' })
  await until(async () => {
    world.fleet.sims[1]!.pollNow()
    return (await world.admin(endpoints.getCampaign, { params: { id: started.id } })).state !== 'running'
  })
  expect(await world.finished(started.id)).toMatchObject({ counts: { Failed: 1, Succeeded: 1 } })
  for (const simIds of [[first!], [second!], undefined]) {
    await expect(world.admin(endpoints.cancelOta, { params: { id: started.id }, body: { simIds } })).rejects.toMatchObject({
      status: 409,
      body: { code: 'nothingReady' },
    })
  }
  expect(world.fleet.sims[0]!.registry().loadFiles).toHaveLength(1)
})

test('the removal of a missing applet ends NotFound, and wrong SCP03 keys fail with code 300', async () => {
  await using world = await startWorld({ sims: 2 })
  const chosen = await world.upload(customCap())
  await world.finished((await world.install(chosen, [world.simIds[0]!])).id)
  const { nvm } = world.fleet.sims[0]!.card
  nvm.applications = nvm.applications.filter(({ aid }) => aid !== customAid.module)
  nvm.loadFiles = nvm.loadFiles.filter(({ aid }) => aid !== customAid.package)
  const removal = await world.campaign({ appletType: 1, active: false }, [world.simIds[0]!])
  expect(await world.finished(removal.id)).toMatchObject({ counts: { NotFound: 1 } })

  world.fleet.sims[1]!.card.nvm.securityDomain.keys[1]!.value = '00'.repeat(16)
  const refused = await world.install(chosen, [world.simIds[1]!])
  await world.finished(refused.id)
  expect((await world.logsOf(refused.id))[0]!.progress).toMatchObject({ status: 'Failed', code: 300 })
})
