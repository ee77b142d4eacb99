import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { maxFileOctets, type SimFile } from '@simdeck/contract/sim-files.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { codeOf } from '@simdeck/server/testing/people.ts'
import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'
import { customCap, iotSafeCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

const storeData = 0xe2

async function withApplet(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld({ sims: 1, ...options })
  await world.finished((await world.install(await world.upload(iotSafeCap), world.simIds)).id)
  return world
}

type Body = { label?: string; content?: string; hexContent?: string; capacity?: number; deliveryType?: 'Auto' | 'Manual' }
const create = (world: World, body: Body = {}, call = world.admin) =>
  call(endpoints.createFile, {
    params: { simId: world.simIds[0]! },
    body: { label: 'config', ...(body.hexContent === undefined && { content: 'broker=mqtt.example' }), ...body },
  })
const read = (world: World, { id }: SimFile) => world.admin(endpoints.getFile, { params: { fileId: id } })

/** Adds a file and waits for the end of its campaign. */
async function written(world: World, body: Body = {}) {
  const { file, campaignId } = await create(world, body)
  await world.finished(campaignId!)
  const [log] = await world.logsOf(campaignId!)
  return { file: await read(world, file), log: log! }
}

/** The contents in hex of the files on the card of the first SIM, by label. */
const onCard = (world: World) =>
  Object.fromEntries(
    (world.fleet.sims[0]!.card.nvm.applications.find(({ aid }) => aid.toUpperCase() === fixedAids.iotSafe.moduleAid)?.safeObjects ?? [])
      .filter(({ kind }) => kind === 'file')
      .map(({ label, content }) => [label, content.toUpperCase()]),
  )
const hexOf = (text: string) => Buffer.from(text).toString('hex').toUpperCase()

test('a file is written into the card and read back, updated within its capacity, and deleted', async () => {
  await using world = await withApplet()
  const { file, log } = await written(world, { content: '温度=25', capacity: 40 })
  expect(log.progress).toMatchObject({ status: 'Succeeded', action_type: { type: 8 } })
  expect(file).toMatchObject({
    label: 'config',
    status: 'Active',
    managementStatus: null,
    content: '温度=25',
    hexContent: hexOf('温度=25'),
    octets: 9,
    capacity: 40,
    dataType: 'file',
    createdBy: 'ADMIN',
  })
  expect(Buffer.from(file.objectId, 'hex').toString()).toMatch(/^F[0-9A-F]{7}$/)
  expect(onCard(world)).toEqual({ config: hexOf('温度=25') })
  const logged = async () => JSON.stringify(await world.server.db.selectFrom('raw_ota_service_logs').selectAll().execute())
  await expect.poll(logged).toContain('STORE DATA')
  expect((await logged()).toUpperCase()).not.toContain(hexOf('温度=25'))
  const update = (body: object) => world.admin(endpoints.updateFile, { params: { fileId: file.id }, body })
  expect(await codeOf(update({ content: 'x'.repeat(41) }))).toBe('fileTooLarge')
  expect(await codeOf(update({}))).toBe('contentRequired')
  const changed = await update({ hexContent: 'ff00' })
  expect(changed.file).toMatchObject({ octets: 2, managementStatus: 'NeedUpdate' })
  await world.finished(changed.campaignId!)
  expect(await read(world, file)).toMatchObject({ status: 'Active', managementStatus: null, content: null, hexContent: 'FF00' })
  expect(onCard(world)).toEqual({ config: 'FF00' })
  const removed = await world.admin(endpoints.removeFile, { params: { fileId: file.id } })
  expect(removed.file.managementStatus).toBe('NeedDelete')
  await world.finished(removed.campaignId!)
  expect(await read(world, file)).toMatchObject({ status: 'Deleted', managementStatus: null })
  expect(onCard(world)).toEqual({})
  expect(await codeOf(update({ content: 'a' }))).toBe('fileState')
  expect((await written(world)).file.status).toBe('Active')
  const audited = (await world.server.db.selectFrom('action_logs').selectAll().orderBy('id').execute()).filter(({ action }) =>
    action.startsWith('iotSafe'),
  )
  expect(audited.map(({ action, status, subjects }) => [action, status, subjects?.[0]])).toEqual([
    ['iotSafeAdd', 200, `file:${file.id}`],
    ['iotSafeUpdate', 400, undefined],
    ['iotSafeUpdate', 400, undefined],
    ['iotSafeUpdate', 200, `file:${file.id}`],
    ['iotSafeDelete', 200, `file:${file.id}`],
    ['iotSafeUpdate', 409, undefined],
    ['iotSafeAdd', 200, expect.stringMatching(/^file:/)],
  ])
  expect(JSON.stringify(audited)).not.toMatch(/温度|ff00|broker/i)
})

test.each([255, 300, 1500])('a card with a receive buffer of %d octets holds the largest file', async (receiveBuffer) => {
  await using world = await withApplet({ profile: () => ({ receiveBuffer }) })
  const hexContent = Buffer.alloc(maxFileOctets, 0xa5).toString('hex')
  const { file } = await written(world, { label: 'l'.repeat(60), hexContent })
  expect(file).toMatchObject({ status: 'Active', octets: maxFileOctets })
  expect(onCard(world)['l'.repeat(60)]).toBe(hexContent.toUpperCase())
  expect(await codeOf(create(world, { label: 'second', hexContent: `${hexContent}00` }))).toBe('invalidInput')
})

test('a file of manual delivery waits until a member delivers it, and a rejected one never reaches the card', async () => {
  await using world = await withApplet()
  const { file, campaignId } = await create(world, { deliveryType: 'Manual' })
  expect([file.status, campaignId]).toEqual(['None', null])
  const params = { fileId: file.id }
  const mark = (managementStatus: 'NeedUpdate' | 'NeedDelete' | null) =>
    world.admin(endpoints.markFile, { params, body: { managementStatus } })
  expect(await codeOf(mark('NeedUpdate'))).toBe('fileState')
  const delivered = await world.admin(endpoints.deliverFile, { params })
  await world.finished(delivered.campaignId!)
  expect(await read(world, file)).toMatchObject({ status: 'Active' })
  expect(await codeOf(world.admin(endpoints.deliverFile, { params }))).toBe('fileState')
  const changed = await world.admin(endpoints.updateFile, { params, body: { content: 'second' } })
  expect([changed.campaignId, changed.file.managementStatus]).toEqual([null, 'NeedUpdate'])
  expect(onCard(world)).toEqual({ config: hexOf('broker=mqtt.example') })
  expect((await mark('NeedDelete')).managementStatus).toBe('NeedDelete')
  expect(await codeOf(mark('NeedUpdate'))).toBe('fileState')
  expect(await codeOf(world.admin(endpoints.deliverFile, { params }))).toBe('fileState')
  expect(await mark(null)).toMatchObject({ managementStatus: 'NeedUpdate', isCurrent: false })
  expect(await codeOf(mark(null))).toBe('fileState')
  await world.finished((await world.admin(endpoints.deliverFile, { params })).campaignId!)
  expect(onCard(world)).toEqual({ config: hexOf('second') })
  expect(await mark('NeedUpdate')).toMatchObject({ managementStatus: 'NeedUpdate', isCurrent: true })
  expect(await mark(null)).toMatchObject({ status: 'Active', managementStatus: null })
  const second = (await create(world, { label: 'second', deliveryType: 'Manual' })).file
  const rejected = await world.admin(endpoints.removeFile, { params: { fileId: second.id } })
  expect([rejected.file.status, rejected.campaignId]).toEqual(['Deleted', null])
  expect(Object.keys(onCard(world))).toEqual(['config'])
})

test('labels are unique on a SIM, bad input is refused, and nothing of it is stored', async () => {
  await using world = await withApplet()
  await create(world, { deliveryType: 'Manual' })
  for (const [body, code] of [
    [{}, 'fileExists'],
    [{ label: 'ab' }, 'invalidInput'],
    [{ label: 'line\nbreak' }, 'invalidInput'],
    [{ label: 'x'.repeat(61) }, 'invalidInput'],
    [{ label: 'both', content: 'a', hexContent: '00' }, 'contentRequired'],
    [{ label: 'empty', content: '' }, 'contentRequired'],
    [{ label: 'odd', hexContent: '0' }, 'invalidInput'],
    [{ label: 'wide', content: 'あ'.repeat(1366) }, 'fileTooLarge'],
    [{ label: 'tight', content: 'abc', capacity: 2 }, 'fileTooLarge'],
  ] as const)
    expect([body, await codeOf(create(world, body))]).toEqual([body, code])
  const elsewhere = world.admin(endpoints.createFile, { params: { simId: 999_999 }, body: { label: 'other', content: 'a' } })
  expect(await codeOf(elsewhere)).toBe('iotSafeSimNotFound')
  const member = await world.server.signIn('MEMBER')
  expect(await codeOf(create(world, { label: 'mine' }, member))).toBe('noPermission')
  const { db } = world.server
  await db.insertInto('role_permissions').values({ role_id: roleIds.MEMBER, permission: 'IOTSAFE_CERTIFICATES_CREATE' }).execute()
  expect((await create(world, { label: 'mine', deliveryType: 'Manual' }, await world.server.signIn('MEMBER'))).file.status).toBe('None')
  expect((await member(endpoints.listFiles, { query: { sort: 'objectLabel:ASC' } })).data.map(({ label }) => label)).toEqual([
    'config',
    'mine',
  ])
  const list = async (query: object) => (await member(endpoints.listFiles, { query })).data.map(({ label }) => label)
  expect(await list({ objectLabel: 'ONF' })).toEqual(['config'])
  expect(await list({ objectLabel: '%' })).toEqual([])
  expect(await list({ status: 'Active' })).toEqual([])
  expect(await list({ createdAtFrom: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
  expect(await list({ status: 'None', iccid: '8981', updatedAtTo: new Date(Date.now() + 60_000).toISOString() })).toHaveLength(2)
})

test.each<[string, Misbehaviour]>([
  ['loses its power before it creates the file', { kind: 'powerLoss', before: true, ins: storeData }],
  ['creates the file and loses the answer', { kind: 'cardReset', ins: storeData }],
  ['loses its power after a part of the content', { kind: 'powerLoss', before: false, ins: storeData, skip: 2 }],
  ['ends its session while the file is written', { kind: 'giveUp', ins: storeData, skip: 3 }],
  ['loses the answer that reads the file back', { kind: 'cardReset', ins: storeData, skip: 6 }],
])('a card that %s holds the whole file in the end', async (_, misbehaviour) => {
  await using world = await withApplet({ profile: () => ({ misbehaviours: [misbehaviour] }) })
  const hexContent = Buffer.alloc(700, 0x5a).toString('hex')
  const { file, log } = await written(world, { hexContent })
  expect([log.progress.status, log.interruptions > 0, file.status]).toEqual(['Succeeded', true, 'Active'])
  expect(onCard(world)).toEqual({ config: hexContent.toUpperCase() })
})

test('a card without room leaves the file failed with its content, and another attempt can write it', async () => {
  const full: Misbehaviour = { kind: 'statusWord', sw: 0x6a84, ins: storeData, times: 1 }
  await using world = await withApplet({ profile: () => ({ misbehaviours: [full] }) })
  const { file, campaignId } = await create(world)
  await world.finished(campaignId!)
  await expect.poll(async () => (await read(world, file)).status).toBe('Failed')
  expect(await read(world, file)).toMatchObject({ failure: { code: 500, sw: '6A84' } })
  const again = await world.admin(endpoints.deliverFile, { params: { fileId: file.id } })
  await world.finished(again.campaignId!)
  expect(await read(world, file)).toMatchObject({ status: 'Active', content: 'broker=mqtt.example' })
})

test('a file that reads back otherwise is never active, and the next attempt writes it whole', async () => {
  await using world = await withApplet({ profile: () => ({ misbehaviours: [{ kind: 'otherSafeContent' }] }) })
  const { file, log } = await written(world)
  expect(log.progress).toMatchObject({ status: 'Failed', reason: 'otherContent' })
  const state = async () => {
    const { status, isCurrent, activeAt } = await read(world, file)
    return { status, isCurrent, isProven: activeAt !== null }
  }
  await expect.poll(state).toEqual({ status: 'Failed', isCurrent: false, isProven: false })
  expect(await read(world, file)).toMatchObject({ failure: { reason: 'otherContent' } })
  await world.finished((await world.admin(endpoints.deliverFile, { params: { fileId: file.id } })).campaignId!)
  expect(await state()).toEqual({ status: 'Active', isCurrent: true, isProven: true })
  expect(await read(world, file)).toMatchObject({ failure: null })
})

test('a file replaces an object that the card has under the same id', async () => {
  await using world = await withApplet()
  const { file } = await written(world, { content: 'the former file', capacity: 100 })
  await world.server.db.deleteFrom('sim_files').where('id', '=', file.id).execute()
  expect(onCard(world)).toEqual({ config: hexOf('the former file') })
  const again = await written(world, { content: 'new', capacity: 10 })
  expect([again.file.objectId, again.file.status]).toEqual([file.objectId, 'Active'])
  expect(onCard(world)).toEqual({ config: hexOf('new') })
})

test('a deletion that fails leaves the file on the card in doubt until it is written again', async () => {
  const refused: Misbehaviour = { kind: 'statusWord', sw: 0x6985, ins: storeData, skip: 3, times: 1 }
  await using world = await withApplet({ profile: () => ({ misbehaviours: [refused] }) })
  const { file } = await written(world)
  const params = { fileId: file.id }
  await world.finished((await world.admin(endpoints.removeFile, { params })).campaignId!)
  const mark = () => world.admin(endpoints.markFile, { params, body: { managementStatus: null } })
  await expect.poll(() => codeOf(mark())).not.toBe('fileState')
  expect(await read(world, file)).toMatchObject({ status: 'Active', managementStatus: 'NeedUpdate', isCurrent: false })
})

test('an update or a deletion that cannot start leaves the file as it was', async () => {
  await using world = await withApplet()
  const { file } = await written(world)
  const { db } = world.server
  const params = { fileId: file.id }
  await db.updateTable('sims').set({ has_keys: false }).where('id', '=', world.simIds[0]!).execute()
  expect(await codeOf(world.admin(endpoints.updateFile, { params, body: { content: 'other' } }))).toBe('noTargetSims')
  expect(await codeOf(world.admin(endpoints.removeFile, { params }))).toBe('noTargetSims')
  expect(await codeOf(create(world, { label: 'second' }))).toBe('noTargetSims')
  expect(await read(world, file)).toMatchObject({ status: 'Active', managementStatus: null, content: 'broker=mqtt.example' })
  expect((await world.admin(endpoints.listFiles, { query: {} })).totalItems).toBe(1)
})

test('files end with their applet', async () => {
  await using world = await withApplet()
  const { file } = await written(world)
  await world.finished((await world.install(await world.upload(customCap()))).id)
  expect(await read(world, file)).toMatchObject({ status: 'Deleted' })
})

test('one campaign writes the waiting files of many SIMs, and leaves out SIMs without one', async () => {
  await using world = await withApplet({ sims: 3 })
  const [first = 0, second = 0] = world.simIds
  for (const simId of [first, second])
    await world.admin(endpoints.createFile, {
      params: { simId },
      body: { label: 'config', content: `sim ${simId}`, deliveryType: 'Manual' },
    })
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  const asked = { snapshotId, kind: 'safe-file' as const, safeFile: { step: 'write' as const } }
  const dryRun = await world.admin(endpoints.dryRunBulkOta, { body: asked })
  expect(dryRun).toMatchObject({ eligible: 2, excluded: expect.arrayContaining([expect.objectContaining({ reason: 'noFile', count: 1 })]) })
  const { id } = await world.admin(endpoints.putBulkOta, { body: asked })
  await world.finished(id)
  const files = (await world.admin(endpoints.listFiles, { query: {} })).data
  expect(files.map(({ status, campaignId }) => [status, campaignId])).toEqual([
    ['Active', id],
    ['Active', id],
  ])
})
