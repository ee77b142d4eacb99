import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { approvals } from '../campaigns/approval/testing.ts'
import { failureOf, snapshotOf } from '../campaigns/testing.ts'
import { applet, fleet, loadFile, nothing, read, whole } from './drift.fixture.ts'

const { telemetry } = fixedAids

test('differences of a poller are of a kind of their own, and an unrecorded poller becomes the standby poller by acceptance', async () => {
  await using f = await fleet(3)
  const [second = 0, gone = 0, locked = 0] = f.ids
  const { pollerA, pollerB } = fixedAids
  await f.server.db
    .updateTable('sims')
    .set({ other_package_id: null, other_instance_aid: null, poller_instance_aid: pollerA.moduleAid })
    .execute()
  const running = whole(pollerA, '1.0')
  await read(f.server, second, {
    loadFiles: [...running.loadFiles, ...whole(pollerB, '1.2').loadFiles],
    applications: [...running.applications, ...whole(pollerB).applications],
  })
  await read(f.server, gone, nothing)
  await read(f.server, locked, { ...running, applications: [applet(pollerA.moduleAid, pollerA.packageAid, '87')] })
  expect(Object.fromEntries(await f.kindsOf())).toEqual({ 0: 'poller', 1: 'poller', 2: 'poller' })
  expect(await f.call(endpoints.getDriftFigures, {})).toMatchObject({ same: 0, kinds: { poller: 3, extra: 0 } })
  expect(await f.ofSim(second)).toMatchObject({ differences: [{ kind: 'poller', protectedBy: 'poller', version: '1.2' }], remedy: null })
  expect(await f.call(endpoints.getDriftExtras, { query: {} })).toEqual([])
  const extra = `${pollerB.packageAid} 1.2`
  const { excluded } = await f.call(endpoints.dryRunBulkOta, {
    body: { snapshotId: await snapshotOf(f.call, f.ids), kind: 'remove-extra', extra },
  })
  expect(excluded.map(({ reason, count }) => [reason, count])).toEqual([
    ['notInstalled', 2],
    ['protectedContent', 1],
  ])
  expect(await f.call(endpoints.acceptSimContent, { body: { simIds: [second] } })).toMatchObject({ accepted: [second] })
  const sim = await f.server.db.selectFrom('sims').select('standby_poller_instance_aid').where('id', '=', second).executeTakeFirst()
  expect(sim).toEqual({ standby_poller_instance_aid: pollerB.moduleAid })
  expect((await f.ofSim(second))?.differences).toEqual([])
})

test('only members who may start OTAs remove extra content, and the CSV follows the filter of the list', async () => {
  await using f = await fleet(3)
  const [first = 0, last = 0] = f.ids
  const unknown = loadFile('F0AABBCCDD77', '3.1')
  await f.server.db.updateTable('sims').set({ device_alias: '=HYPERLINK("http://x")' }).where('id', '=', first).execute()
  await read(f.server, first, { loadFiles: [...whole(telemetry, '1.2').loadFiles, unknown], applications: whole(telemetry).applications })
  await read(f.server, last, nothing)
  const extra = 'F0AABBCCDD77 3.1'
  const member = await f.server.signIn('MEMBER')
  const snapshotId = await snapshotOf(f.call, [first])
  const body = { snapshotId, kind: 'remove-extra' as const, extra }
  expect((await failureOf(member(endpoints.putBulkOta, { body }))).code).toBe('noPermission')
  expect((await failureOf(f.call(endpoints.putBulkOta, { body: { ...body, extra: 'F0AABB 3.1' } }))).code).toBe('invalidInput')
  expect((await failureOf(f.call(endpoints.putBulkOta, { body: { snapshotId, kind: 'remove-extra' } }))).code).toBe('invalidInput')
  expect((await member(endpoints.getDriftExtras, { query: {} })).map(({ extra: one, count }) => [one, count])).toEqual([[extra, 1]])

  const csvOf = async (query: object) => {
    const { url } = await member(endpoints.getDriftCsvUrl, { query })
    const response = await fetch(f.server.url + url)
    return { status: response.status, lines: (await response.text()).trim().split('\n'), url }
  }
  expect((await csvOf({})).lines).toHaveLength(3)
  const { lines, url } = await csvOf({ kind: 'extra' })
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")",extra,F0AABBCCDD77`)
  expect((await fetch(f.server.url + url.replace('kind=extra', 'kind=missing'))).status).toBe(410)
  expect((await csvOf({ search: 'no such' })).lines).toHaveLength(1)
})

test('content that a card lists twice is one difference of one SIM', async () => {
  await using f = await fleet(1)
  const unknown = loadFile('F0AABBCCDD77', '3.1')
  const instance = { ...applet('F0AABBCCDD7701', unknown.aid), privileges: '000000' }
  await read(f.server, f.ids[0]!, {
    loadFiles: [...whole(telemetry, '1.2').loadFiles, unknown, unknown],
    applications: [...whole(telemetry).applications, instance, instance],
  })
  expect(await f.call(endpoints.getDriftExtras, { query: {} })).toMatchObject([{ extra: 'F0AABBCCDD77 3.1', count: 1 }])
  expect((await f.ofSim(f.ids[0]!))?.differences).toMatchObject([{ kind: 'extra', aid: unknown.aid, applets: [instance.aid] }])
  expect((await f.list()).data).toMatchObject([{ others: 0 }])
})

test('an API ID removes extra content if its role may start OTAs, and only what its call names', async () => {
  await using f = await fleet(2)
  const [first = 0, second = 0] = f.ids
  const content = {
    loadFiles: [...whole(telemetry, '1.2').loadFiles, loadFile('F0AABBCCDD77', '3.1')],
    applications: whole(telemetry).applications,
  }
  for (const id of [first, second]) await read(f.server, id, content)
  const people = await approvals(f.server)
  const [reader, operator] = [await people.program(people.root, 3), await people.program(people.root, 2)]
  const snapshotId = await snapshotOf(operator, [first])
  const start = (call: typeof operator, extra: string) => call(endpoints.putBulkOta, { body: { snapshotId, kind: 'remove-extra', extra } })
  expect((await failureOf(start(reader, 'F0AABBCCDD77 3.1'))).code).toBe('noPermission')
  for (const other of ['F0AABBCCDD77', 'F0AABBCCDD77 3.0', 'F0AABBCCDD78 3.1', `${telemetry.packageAid} 1.2`])
    expect((await failureOf(start(operator, other))).code).toBe('noTargetSims')
  expect(await start(operator, 'F0AABBCCDD77 3.1')).toMatchObject({ total: 1, action: 'remove-extra' })
  const jobs = await f.server.db.selectFrom('ota_jobs').select(['sim_id', 'package_aid', 'params']).execute()
  expect(jobs).toEqual([{ sim_id: first, package_aid: 'F0AABBCCDD77', params: { applets: [], extra: 'F0AABBCCDD77 3.1' } }])
  const [logged] = (await f.call(endpoints.listSystemLogs, { query: { take: 1 } })).data
  expect(logged).toMatchObject({ action: 'otaAdd', client_type: 'OPEN_API' })
})

test('the dry run of a removal tells which applets go from how many SIMs, without those that keep theirs', async () => {
  await using f = await fleet(4)
  const [first = 0, second = 0, third = 0, other = 0] = f.ids
  const owner = 'F0AABBCCDD77'
  const holds = async (id: number, applets: string[], version = '3.1') =>
    read(f.server, id, {
      loadFiles: [...whole(telemetry, '1.2').loadFiles, loadFile(owner, version)],
      applications: [...whole(telemetry).applications, ...applets.map((aid) => ({ ...applet(aid, owner), privileges: '000000' }))],
    })
  await holds(first, [`${owner}01`])
  await holds(second, [`${owner}01`, `${owner}02`])
  await holds(third, [])
  await holds(other, [`${owner}03`], '3.2')
  const extraOf = async (simIds: number[], extra: string) => {
    const body = { snapshotId: await snapshotOf(f.call, simIds), kind: 'remove-extra' as const, extra }
    return (await f.call(endpoints.dryRunBulkOta, { body })).extra
  }
  expect(await extraOf(f.ids, `${owner} 3.1`)).toEqual({
    content: `${owner} 3.1`,
    applets: [
      { aid: `${owner}01`, count: 2 },
      { aid: `${owner}02`, count: 1 },
    ],
    others: 0,
  })
  expect(await extraOf([third], `${owner} 3.1`)).toEqual({ content: `${owner} 3.1`, applets: [], others: 0 })
  await holds(
    first,
    Array.from({ length: 23 }, (_, n) => `${owner}${(n + 16).toString(16).toUpperCase()}`),
  )
  const many = await extraOf([first, second], `${owner} 3.1`)
  expect([many?.applets.length, many?.others]).toEqual([20, 5])
  const body = { snapshotId: await snapshotOf(f.call, [first]), kind: 'inventory' as const }
  expect((await f.call(endpoints.dryRunBulkOta, { body })).extra).toBeUndefined()
})
