import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'
import { codeOf } from '@simdeck/server/testing/people.ts'
import { customCap, iotSafeCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const storeData = 0xe2

/** Puts that many objects on the card of the first SIM, as its owner would at the factory: a key pair, then files. */
function putObjects(world: World, count: number): void {
  const application = world.fleet.sims[0]!.card.nvm.applications.find(({ aid }) => aid.toUpperCase() === fixedAids.iotSafe.moduleAid)!
  const usual = { access: 1, content: '04'.repeat(65), isUpdating: false, file: null }
  application.safeObjects = [
    { ...usual, kind: 'privateKey', id: '01', label: '端末の鍵', access: 0, content: '11'.repeat(32) },
    { ...usual, kind: 'publicKey', id: '01', label: '端末の鍵' },
    { ...usual, kind: 'file', id: 'c0', label: 'client certificate', content: '', file: { size: 1200, usage: 2 } },
    ...Array.from({ length: count - 3 }, (_, at) => ({
      ...usual,
      kind: 'file' as const,
      id: toHex(Uint8Array.of(0xd0, at)),
      label: `A file with a long label, number ${at}`,
      access: 3,
      file: { size: 300, usage: 1 },
    })),
  ]
}

async function read(world: World, simIds = world.simIds) {
  const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds } })
  const { id } = await world.admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, kind: 'iot-safe' } })
  const campaign = await world.finished(id)
  const [log] = await world.logsOf(id)
  return { campaign, log: log! }
}

const detailsOf = (world: World, simId: number) => world.admin(endpoints.getIotSafeSim, { params: { simId } })

async function withApplet(options: Parameters<typeof startWorld>[0] = {}): Promise<World> {
  const world = await startWorld({ sims: 1, ...options })
  await world.finished((await world.install(await world.upload(iotSafeCap))).id)
  return world
}

test('the objects of the IoT SAFE applet are read over the air, page by page', async () => {
  await using world = await withApplet()
  const [simId] = world.simIds as [number]
  const before = await detailsOf(world, simId)
  expect(before).toMatchObject({ version: '1.2', instanceAID: fixedAids.iotSafe.moduleAid, listed: null, readAt: null, freeOctets: null })
  putObjects(world, 14)
  const { campaign, log } = await read(world)
  expect(campaign).toMatchObject({ state: 'completed', action: 'iot-safe', appletType: null })
  expect(log).toMatchObject({ progress: { status: 'Succeeded', action_type: { type: 6 } }, applet_type: null, package: null })
  const { listed, objects, freeOctets, changedSince } = await detailsOf(world, simId)
  expect([objects, changedSince]).toEqual([14, false])
  expect(freeOctets).toBeGreaterThan(100_000)
  const key = { objectId: '01', label: '端末の鍵', isActivated: true, changeable: false, file: null }
  expect(listed?.slice(0, 4)).toEqual([
    { ...key, kind: 'privateKey', readable: false },
    { ...key, kind: 'publicKey', readable: true },
    {
      kind: 'file',
      objectId: 'C0',
      label: 'client certificate',
      isActivated: false,
      readable: true,
      changeable: false,
      file: { size: 1200, usage: 'certificate' },
    },
    expect.objectContaining({ objectId: 'D000', changeable: true, file: { size: 300, usage: 'general' } }),
  ])
  expect(new Set(listed?.map(({ kind, objectId }) => `${kind} ${objectId}`)).size).toBe(14)
  expect(JSON.stringify(listed)).not.toContain('1111')

  putObjects(world, 3)
  await read(world)
  expect((await detailsOf(world, simId)).objects).toBe(3)
  await world.finished((await world.install(await world.upload(customCap()))).id)
  expect(await codeOf(detailsOf(world, simId))).toBe('iotSafeSimNotFound')
})

test.each<[string, Misbehaviour]>([
  ['loses its power before a page', { kind: 'powerLoss', before: true, ins: storeData, skip: 1 }],
  ['counts a page and loses the answer', { kind: 'cardReset', ins: storeData, skip: 1 }],
  ['ends its session in the middle', { kind: 'giveUp', ins: storeData, skip: 1 }],
])('a card that %s is read completely', async (_, misbehaviour) => {
  await using world = await withApplet({ profile: () => ({ misbehaviours: [misbehaviour] }) })
  putObjects(world, 14)
  const { log } = await read(world)
  expect([log.progress.status, log.interruptions > 0]).toEqual(['Succeeded', true])
  const { listed } = await detailsOf(world, world.simIds[0]!)
  expect(listed?.map(({ label }) => label).slice(3)).toEqual(
    Array.from({ length: 11 }, (_, at) => `A file with a long label, number ${at}`),
  )
})

test('a busy applet fails the reading with its status word and leaves the last list; SIMs without the applet are left out', async () => {
  const busy: Misbehaviour = { kind: 'statusWord', sw: 0x6984, ins: storeData, times: 'always', skip: 1 }
  await using world = await startWorld({ sims: 2, profile: (index) => (index === 0 ? { misbehaviours: [busy] } : {}) })
  const [simId, other] = world.simIds as [number, number]
  await world.finished((await world.install(await world.upload(iotSafeCap), [simId])).id)
  expect((await world.admin(endpoints.listIotSafeSims, { query: {} })).data.map(({ id }) => id)).toEqual([simId])
  const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  const dryRun = await world.admin(endpoints.dryRunBulkOta, { body: { snapshotId: snapshot.id, kind: 'iot-safe' } })
  expect(dryRun).toMatchObject({ eligible: 1, actions: [{ kind: 'iot-safe', count: 1 }] })
  expect(dryRun.excluded.map(({ reason, sims }) => [reason, sims.map(({ id }) => id)])).toEqual([['notInstalled', [other]]])
  await read(world, [simId])
  const { readAt } = await detailsOf(world, simId)
  const { log } = await read(world, [simId])
  expect(log.progress).toMatchObject({ status: 'Failed', code: 500, sw: '6984' })
  expect((await detailsOf(world, simId)).readAt).toBe(readAt)
})
