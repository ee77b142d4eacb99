import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { type ResponseApdu, responseApdu } from '@simdeck/protocol/apdu.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { Sealer } from '@simdeck/server/platform/crypto/seal.ts'
import { until } from '@simdeck/server/testing/until.ts'
import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const [externalAuthenticate, getData, storeData] = [0x82, 0xca, 0xe2]

const withCards = (...faults: Misbehaviour[][]) =>
  startWorld({
    sims: Math.max(1, faults.length),
    profile: (index) => ({ misbehaviours: faults[index] ?? [] }),
    fleet: { checksInvariants: true },
  })

/** Starts a rotation of all SIMs, once the server knows their pollers. */
async function start(world: World) {
  const known = world.server.db.selectFrom('sims').select('id').where('poller_instance_aid', 'is', null)
  await until(async () => (await known.execute()).length === 0)
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  return (await world.admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'poller-keys' } })).id
}

/** Rotates the keys of all SIMs; returns the ends of their OTAs, in the order of the SIMs. */
async function rotated(world: World) {
  const id = await start(world)
  await world.finished(id)
  const logs = await world.logsOf(id)
  return world.simIds.map((simId) => logs.find((log) => log.sim_id === simId)!)
}

/** The keys of the pollers of a card, in hex. */
function onCard(world: World, at = 0): { capAuthKey: string; encryptKey: string } {
  const { capAuthKey, encryptKey } = world.fleet.sims[at]!.pollerKeys
  return { capAuthKey: toHex(capAuthKey), encryptKey: toHex(encryptKey) }
}

async function onRecord(world: World, at = 0): Promise<{ capAuthKey: string; encryptKey: string }> {
  const sealer = new Sealer(world.server.masterKey)
  const row = await world.server.db.selectFrom('sim_keys').selectAll().where('sim_id', '=', world.simIds[at]!).executeTakeFirstOrThrow()
  const open = (column: 'cap_auth_key' | 'encrypt_key') =>
    toHex(sealer.open(row[column], { table: 'sim_keys', row: world.profiles[at]!.iccid, column }))
  return { capAuthKey: open('cap_auth_key'), encryptKey: open('encrypt_key') }
}

const setsOf = async (world: World, at = 0) =>
  (await world.admin(endpoints.getSecurityDomain, { params: { id: world.simIds[at]! } }))!.keySets.filter(({ kind }) => kind === 'poller')

/** All SIMs install an applet under the keys of the record. */
async function expectReachable(world: World): Promise<void> {
  const campaign = await world.finished((await world.install(await world.upload(telemetryCap(1)))).id)
  expect(campaign.counts).toMatchObject({ Succeeded: world.simIds.length })
  expect(world.fleet.violations()).toEqual([])
}

test('new keys of the poller replace the old ones once the card has polled with them, and no log holds a key', async () => {
  await using world = await withCards()
  const before = onCard(world)
  expect(await onRecord(world)).toEqual(before)
  const [log] = await rotated(world)
  expect(log!.progress).toMatchObject({ status: 'Succeeded', action_type: { type: 11 } })
  const after = onCard(world)
  expect(after.capAuthKey).not.toBe(before.capAuthKey)
  expect(after.encryptKey).not.toBe(before.encryptKey)
  expect(await onRecord(world)).toEqual(after)
  expect(await setsOf(world)).toMatchObject([{ state: 'inForce', written: { by: null, campaignId: log!.campaign_id } }])
  const logged = async () => JSON.stringify(await world.server.db.selectFrom('raw_ota_service_logs').selectAll().execute()).toLowerCase()
  await expect.poll(logged).toContain('store data')
  for (const key of [before, after].flatMap((keys) => Object.values(keys))) expect(await logged()).not.toContain(key.toLowerCase())
  await expectReachable(world)
  expect((await rotated(world))[0]!.progress.status).toBe('Succeeded')
  expect(onCard(world)).not.toEqual(after)
  expect(await onRecord(world)).toEqual(onCard(world))
})

test('cards whose power fails at any step end with the keys of the record', async () => {
  const faults: Record<string, Misbehaviour> = {
    'before STORE DATA ran': { kind: 'powerLoss', before: true, ins: storeData },
    'after STORE DATA ran, uncounted': { kind: 'powerLoss', ins: storeData },
    'after STORE DATA was counted': { kind: 'cardReset', ins: storeData },
    'twice after STORE DATA': { kind: 'powerLoss', ins: storeData, times: 2 },
    'before EXTERNAL AUTHENTICATE': { kind: 'powerLoss', before: true, ins: externalAuthenticate },
    'before the proof': { kind: 'powerLoss', before: true, ins: externalAuthenticate, skip: 1 },
    'after the proof': { kind: 'powerLoss', ins: getData },
  }
  await using world = await withCards(...Object.values(faults).map((fault) => [fault]))
  const before = world.simIds.map((_, at) => onCard(world, at))
  const logs = await rotated(world)
  for (const [at, name] of Object.keys(faults).entries()) {
    expect([name, logs[at]!.progress.status, await onRecord(world, at)]).toEqual([name, 'Succeeded', onCard(world, at)])
    expect(onCard(world, at)).not.toEqual(before[at])
    expect((await setsOf(world, at)).map(({ state }) => state)).toEqual(['inForce'])
  }
  await expectReachable(world)
})

/** Replaces the answers of a card to STORE DATA. */
function answeringStoreData(world: World, at: number, answer: (run: () => ResponseApdu) => ResponseApdu): () => void {
  const { card } = world.fleet.sims[at]!
  const { through } = card
  card.through = (command, run) => (command.ins === storeData ? answer(run) : through(command, run))
  return () => void (card.through = through)
}

test('cards that refuse or ignore new keys stay reachable, and the next rotation sends them again', async () => {
  await using world = await withCards([], [])
  const refuses = answeringStoreData(world, 0, () => responseApdu(0x6985))
  const ignores = answeringStoreData(world, 1, () => responseApdu(0x9000))
  const before = [onCard(world, 0), onCard(world, 1)]
  const [refusing, ignoring] = await rotated(world)
  expect(refusing!.progress).toMatchObject({ status: 'Failed', code: 500, sw: '6985' })
  expect(ignoring!.progress).toMatchObject({ status: 'Failed', code: 100, reason: 'formerKeys' })
  await expectReachable(world)
  const unproven = await world.server.db.selectFrom('sim_poller_key_rotations').select('cap_auth_fingerprint').orderBy('sim_id').execute()
  for (const at of [0, 1]) {
    expect([onCard(world, at), await onRecord(world, at)]).toEqual([before[at], before[at]])
    expect((await setsOf(world, at)).map(({ state }) => state)).toEqual(['inForce', 'unproven'])
  }
  refuses()
  ignores()
  expect((await rotated(world)).map(({ progress }) => progress.status)).toEqual(['Succeeded', 'Succeeded'])
  for (const at of [0, 1]) expect(await onRecord(world, at)).toEqual(onCard(world, at))
  const taken = await world.server.db.selectFrom('sim_keys').select('cap_auth_fingerprint').orderBy('sim_id').execute()
  expect(taken).toEqual(unproven)
})

test('a card that has taken the keys of a failed rotation proves them by its next POLL', async () => {
  await using world = await withCards()
  answeringStoreData(world, 0, (run) => (run(), responseApdu(0x6985)))
  expect((await rotated(world))[0]!.progress).toMatchObject({ status: 'Failed', code: 500 })
  await until(async () => (await setsOf(world)).length === 1)
  expect(await onRecord(world)).toEqual(onCard(world))
  expect(onCard(world).capAuthKey).not.toBe(toHex(world.profiles[0]!.capAuthKey))
  await expectReachable(world)
})

test('keys that are registered meanwhile put the new ones out of use', async () => {
  await using world = await withCards()
  answeringStoreData(world, 0, () => responseApdu(0x6985))
  await rotated(world)
  const { iccid, encryptKey } = world.profiles[0]!
  const line = `iccid,cap_auth_key,encrypt_key\n${iccid},${'11'.repeat(16)},${toHex(encryptKey)}\n`
  await world.admin(endpoints.importSims, { body: { mode: 'update' }, file: new File([line], 'sims.csv') })
  expect((await setsOf(world)).map(({ state }) => state)).toEqual(['inForce'])
})

test('a SIM whose poller or SCP03 keys are unknown is left out', async () => {
  await using world = await withCards([], [])
  const { admin, server, simIds } = world
  world.fleet.stop()
  await server.db.updateTable('sims').set({ poller_instance_aid: null }).where('id', '=', simIds[0]!).execute()
  const sealed = Buffer.alloc(45)
  const keys = { scp03_enc: sealed, scp03_mac: sealed, scp03_dek: sealed }
  const other = { sim_id: simIds[1]!, ota_id: 1, security_domain_aid: 'A000000151000000', key_version_number: 49, ...keys }
  await server.db.insertInto('sim_key_rotations').values(other).execute()
  await server.db.updateTable('sims').set({ poller_instance_aid: 'F0' }).where('id', '=', simIds[1]!).execute()
  const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds } })
  const run = await admin(endpoints.dryRunBulkOta, { body: { snapshotId, kind: 'poller-keys' } })
  expect(run.excluded.map(({ reason, count }) => `${reason} ${count}`).toSorted()).toEqual(['keysUnproven 1', 'pollerUnknown 1'])
})
