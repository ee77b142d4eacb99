import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { kcv } from '@simdeck/protocol/scp03/keys.ts'
import { codeOf } from '@simdeck/server/testing/people.ts'
import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const [externalAuthenticate, getData, putKey] = [0x82, 0xca, 0xd8]
const former = 0x30
const next = 0x31

const withCards = (...faults: Misbehaviour[][]) =>
  startWorld({ sims: Math.max(1, faults.length), profile: (index) => ({ misbehaviours: faults[index] ?? [] }) })

async function start(world: World) {
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  return (await world.admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'key-rotation' } })).id
}

/** Rotates the keys of all SIMs; returns the ends of their OTAs, in the order of the SIMs. */
async function rotated(world: World) {
  const id = await start(world)
  await world.finished(id)
  const logs = await world.logsOf(id)
  return world.simIds.map((simId) => logs.find((log) => log.sim_id === simId)!)
}

const read = async (world: World, at = 0) => (await world.admin(endpoints.getSecurityDomain, { params: { id: world.simIds[at]! } }))!
const statesOf = async (world: World, at = 0) => (await read(world, at)).keySets.map(({ kind, state }) => `${kind} ${state}`)
const settled = ['scp03 inForce', 'poller inForce']

/** Versions and check values of the SCP03 keys, on the card and in the record. */
const onCard = (world: World, at = 0) =>
  world.fleet.sims[at]!.card.nvm.securityDomain.keys.map(({ version, value }) => `${version} ${toHex(kcv(fromHex(value))).toUpperCase()}`)
const onRecord = async (world: World, at = 0) =>
  (await read(world, at)).keySets
    .filter(({ kind, state }) => kind === 'scp03' && state === 'inForce')
    .flatMap(({ keyVersionNumber, keys }) => keys.map((key) => `${keyVersionNumber} ${key.kcv}`))
const versionOf = (keys: readonly string[]) => Number(keys[0]!.split(' ')[0])

/** All SIMs install an applet, which takes a channel under the keys of the record. */
async function expectReachable(world: World): Promise<void> {
  const campaign = await world.finished((await world.install(await world.upload(telemetryCap(1)))).id)
  expect(campaign.counts).toMatchObject({ Succeeded: world.simIds.length })
}

test('new keys replace the old ones once the card has proven them, and no log holds a key', async () => {
  await using world = await withCards()
  const before = onCard(world)
  expect(await onRecord(world)).toEqual(before)
  expect((await read(world)).keySets[0]).toMatchObject({ keyVersionNumber: former, written: { by: 'ADMIN', campaignId: null } })
  const [log] = await rotated(world)
  expect(log!.progress).toMatchObject({ status: 'Succeeded', action_type: { type: 9 } })
  const after = onCard(world)
  expect(after.map((one) => one.slice(0, 2))).toEqual(Array.from({ length: 3 }, () => String(next)))
  expect(after).not.toEqual(before)
  expect(await onRecord(world)).toEqual(after)
  const [set, poller, ...others] = (await read(world)).keySets
  expect(set).toMatchObject({ kind: 'scp03', written: { by: null, campaignId: log!.campaign_id } })
  expect(poller).toMatchObject({
    kind: 'poller',
    written: { by: 'ADMIN', campaignId: null },
    keys: [
      { bits: 128, kcv: null },
      { bits: 128, kcv: null },
    ],
  })
  expect(others).toEqual([])
  const logged = async () => JSON.stringify(await world.server.db.selectFrom('raw_ota_service_logs').selectAll().execute())
  await expect.poll(logged).toContain('PUT KEY')
  const keys = world.fleet.sims[0]!.card.nvm.securityDomain.keys.map(({ value }) => value.toLowerCase())
  for (const key of keys) expect((await logged()).toLowerCase()).not.toContain(key)
  await expectReachable(world)
  expect((await rotated(world))[0]!.progress.status).toBe('Succeeded')
  expect(await onRecord(world)).toEqual(onCard(world))
})

test('cards whose power fails at any step end with the keys of the record', async () => {
  const faults: Record<string, Misbehaviour> = {
    'before PUT KEY ran': { kind: 'powerLoss', before: true, ins: putKey },
    'after PUT KEY ran, uncounted': { kind: 'powerLoss', ins: putKey },
    'after PUT KEY was counted': { kind: 'cardReset', ins: putKey },
    'twice after PUT KEY': { kind: 'powerLoss', ins: putKey, times: 2 },
    'before EXTERNAL AUTHENTICATE': { kind: 'powerLoss', before: true, ins: externalAuthenticate },
    'before the proof': { kind: 'powerLoss', before: true, ins: externalAuthenticate, skip: 1 },
    'after the proof': { kind: 'powerLoss', ins: getData },
  }
  await using world = await withCards(...Object.values(faults).map((fault) => [fault]))
  const logs = await rotated(world)
  for (const [at, name] of Object.keys(faults).entries()) {
    const ended = [name, logs[at]!.progress.status, versionOf(onCard(world, at)), await onRecord(world, at), await statesOf(world, at)]
    expect(ended).toEqual([name, 'Succeeded', next, onCard(world, at), settled])
  }
  await expectReachable(world)
})

test('cards that refuse PUT KEY keep their keys and stay reachable', async () => {
  const words = [0x6985, 0x6a80, 0x6a84, 0x9484, 0x9485]
  await using world = await withCards(...words.map((sw): Misbehaviour[] => [{ kind: 'statusWord', sw, ins: putKey }]))
  const before = words.map((_, at) => onCard(world, at))
  const logs = await rotated(world)
  for (const [at, word] of words.entries()) {
    const sw = word.toString(16).toUpperCase()
    expect(logs[at]!.progress).toMatchObject({ status: 'Failed', code: 500, sw })
    expect([onCard(world, at), await onRecord(world, at)]).toEqual([before[at], before[at]])
  }
  await expectReachable(world)
  for (const at of words.keys()) expect(await statesOf(world, at)).toEqual(settled)
  expect((await rotated(world)).map(({ progress }) => progress.status)).toEqual(words.map(() => 'Succeeded'))
})

test('after a rotation that failed in doubt, the next OTA finds the keys that the card holds', async () => {
  // The proof fails for good, after the card has taken the new keys.
  await using world = await withCards([{ kind: 'wrongCryptogram', skip: 1 }])
  const before = await onRecord(world)
  expect((await rotated(world))[0]!.progress).toMatchObject({ status: 'Failed', code: 300 })
  expect(await onRecord(world)).toEqual(before)
  const unproven = (await read(world)).keySets[1]!
  expect(unproven).toMatchObject({ state: 'unproven', keyVersionNumber: next })
  expect(onCard(world)).toEqual(unproven.keys.map((key) => `${next} ${key.kcv}`))
  const change = { params: { id: world.simIds[0]! }, body: { aid: 'A000000151000001' } }
  expect(await codeOf(world.admin(endpoints.updateSecurityDomain, change))).toBe('keysUnproven')
  await expectReachable(world)
  expect(await onRecord(world)).toEqual(onCard(world))
  expect(await statesOf(world)).toEqual(settled)
})

test('another rotation takes over the keys that one left in doubt', async () => {
  await using world = await withCards([{ kind: 'wrongCryptogram', skip: 1 }])
  expect((await rotated(world))[0]!.progress.status).toBe('Failed')
  const card = onCard(world)
  expect((await rotated(world))[0]!.progress.status).toBe('Succeeded')
  expect(onCard(world)).toEqual(card)
  expect(await onRecord(world)).toEqual(card)
  await expectReachable(world)
})

test('a rotation and an install that wait for the same poll both succeed', async () => {
  await using world = await withCards()
  const uploaded = await world.upload(telemetryCap(1))
  const [rotation, install] = [await start(world), (await world.install(uploaded)).id]
  expect((await world.finished(rotation)).counts).toMatchObject({ Succeeded: 1 })
  expect((await world.finished(install)).counts).toMatchObject({ Succeeded: 1 })
  expect(await onRecord(world)).toEqual(onCard(world))
})

test('a SIM without keys, or with the default keys of the card, is left out of a rotation', async () => {
  await using world = await startWorld({ sims: 2, row: (index) => (index === 0 ? { kvn: '0' } : {}) })
  await world.server.db.deleteFrom('sim_keys').where('sim_id', '=', world.simIds[1]!).execute()
  await world.server.db.updateTable('sims').set({ has_keys: false }).where('id', '=', world.simIds[1]!).execute()
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  const run = await world.admin(endpoints.dryRunBulkOta, { body: { snapshotId, kind: 'key-rotation' } })
  expect(run.eligible).toBe(0)
  expect(run.excluded.map(({ reason, count }) => `${reason} ${count}`).toSorted()).toEqual(['keyVersionUnknown 1', 'noKeys 1'])
})

test('the security domain of a SIM changes with its rights, and no answer holds a key', async () => {
  await using world = await withCards()
  const { admin, server, simIds } = world
  const params = { id: simIds[0]! }
  const update = (body: { aid?: string }, call = admin) => call(endpoints.updateSecurityDomain, { params, body })
  expect(await codeOf(update({}))).toBe('emptyParameters')
  expect(await codeOf(update({ aid: 'A0' }))).toBe('invalidInput')
  expect(await codeOf(admin(endpoints.updateSecurityDomain, { params: { id: 999_999 }, body: { aid: 'A000000151000000' } }))).toBe(
    'simNotFound',
  )
  const member = await server.signIn('MEMBER')
  await server.db.deleteFrom('role_permissions').where('role_id', '=', roleIds.MEMBER).where('permission', '=', 'OTA_UPDATE').execute()
  expect(await codeOf(update({ aid: 'A000000151000000' }, member))).toBe('noPermission')
  const answer = await update({ aid: 'a000000151aabb' })
  expect(answer.aid).toBe('A000000151AABB')
  const keys = world.fleet.sims[0]!.card.nvm.securityDomain.keys.map(({ value }) => value)
  for (const key of keys) expect(JSON.stringify(answer).toLowerCase()).not.toContain(key.toLowerCase())
  const [audited] = await server.db
    .selectFrom('action_logs')
    .selectAll()
    .where('action', '=', 'simUpdate')
    .where('status', '=', 200)
    .execute()
  expect(audited).toMatchObject({ subjects: [`sim:${params.id}`] })
  expect(JSON.stringify(audited)).toContain('A000000151AABB')
})
