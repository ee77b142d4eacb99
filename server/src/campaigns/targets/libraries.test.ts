import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import type { CapRecipe } from '@simdeck/protocol/cap/write-cap.ts'
import { makeCapFile } from '../../testing/cap-file.ts'
import { startTestServer, type TestCall } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'

const libraryAid = 'F0AABBCCDD01'

async function upload(call: TestCall, packageAid: string, minor: number, more: Partial<CapRecipe> = {}) {
  const recipe = { packageAid: fromHex(packageAid), packageVersion: { major: 1, minor }, applets: [], ...more }
  const file = new File([(await makeCapFile(recipe)) as BlobPart], 'x.cap')
  const { id, name, packageAID, otaVersion, label } = await call(endpoints.uploadPackage, { body: {}, file })
  return { id, name, key: { packageAID, otaVersion, label } }
}

const importing = (major: number, minor: number) => ({ imports: [{ aid: fromHex(libraryAid), major, minor }] })

async function world(sims: number) {
  const server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const ids = await addSims(
    server.db,
    Array.from({ length: sims }, () => ({ has_keys: true })),
  )
  const snapshotOf = async (simIds: number[]) => (await call(endpoints.createSnapshot, { body: { simIds } })).id
  const start = async (simIds: number[], target: OtaTargetInput, removalConsent = true) =>
    call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(simIds), targets: [target], removalConsent } })
  const end = async (campaign: number, status: 'Succeeded' | 'Failed', kinds: ('install' | 'remove')[] = ['install', 'remove']) => {
    const of = server.db.updateTable('ota_jobs').set({ status }).where('campaign_id', '=', campaign)
    await of.where('kind', 'in', kinds).execute()
  }
  const loaded = async (simIds: number[], one: { key: OtaTargetInput['package'] }) =>
    end((await start(simIds, other({ package: one.key }))).id, 'Succeeded')
  const dryRun = async (target: OtaTargetInput) => {
    const run = await call(endpoints.dryRunBulkOta, { body: { snapshotId: await snapshotOf(ids), targets: [target] } })
    return { ...run, left: run.excluded.map(({ reason, sims: out }) => [reason, ...out.map(({ id }) => ids.indexOf(id))]) }
  }
  return { server, call, ids, start, end, loaded, dryRun, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const other = (more: Partial<OtaTargetInput>): OtaTargetInput => ({ appletType: 1, active: true, ...more })

test('a library stays on a SIM where a package imports that version of it, and the dry run names the package', async () => {
  await using w = await world(6)
  const library = await upload(w.call, libraryAid, 2)
  const next = await upload(w.call, libraryAid, 3)
  const applet = await upload(w.call, 'F0AABBCCDD02', 0, { applets: [fromHex('F0AABBCCDD0201')], ...importing(1, 1) })
  const user = await upload(w.call, 'F0AABBCCDD03', 0, importing(1, 2))
  const ofOtherMajor = await upload(w.call, 'F0AABBCCDD04', 0, importing(2, 0))
  const [, held = 0, byApplet = 0, byLibrary = 0, unlinked = 0, newer = 0] = w.ids
  await w.loaded([held, byApplet, byLibrary, unlinked], library)
  await w.loaded([newer], next)
  await w.server.db.updateTable('sims').set({ other_package_id: applet.id }).where('id', '=', byApplet).execute()
  await w.loaded([byLibrary], user)
  const noted = { sim_id: unlinked, applet_type: 1, kind: 'install' as const, step: 0, status: 'Succeeded' as const }
  const { id: campaign_id } = await w.server.db.selectFrom('campaigns').select('id').executeTakeFirstOrThrow()
  const { packageAID: aid } = ofOtherMajor.key
  await w.server.db
    .insertInto('ota_jobs')
    .values({ ...noted, campaign_id, package_id: ofOtherMajor.id, package_aid: aid })
    .execute()

  const importers = [applet, user].map(({ key, name }) => ({ ...key, name }))
  const removal = await w.dryRun(other({ package: library.key, active: false }))
  expect(removal).toMatchObject({ total: 6, eligible: 2, losses: [], actions: [{ kind: 'remove', fromVersion: '1.2', count: 2 }] })
  expect(removal.left).toEqual([
    ['imported', 2, 3],
    ['notInstalled', 0],
    ['otherVersion', 5],
  ])
  expect(removal.excluded[0]?.importers).toEqual(importers)
  const replacement = await w.dryRun(other({ package: next.key }))
  expect(replacement).toMatchObject({ eligible: 3, losses: [{ name: library.name, version: '1.2', count: 2 }] })
  expect(replacement.left).toEqual([
    ['imported', 2, 3],
    ['sameVersion', 5],
  ])
  await expect(w.start(w.ids, other({ package: next.key }), false)).rejects.toMatchObject({ body: { code: 'removalConsentRequired' } })
  expect(await w.start(w.ids, other({ package: library.key, active: false }))).toMatchObject({
    name: `${library.name} 1.2 removal`,
    library: true,
    total: 2,
    excluded: 4,
  })
})

test('a dry run leaves out SIMs from which an open OTA removes the needed library, or whose open OTA needs the library that is to be removed', async () => {
  await using w = await world(2)
  const library = await upload(w.call, libraryAid, 2)
  const { pollerB } = fixedAids
  const poller = await upload(w.call, pollerB.packageAid, 0, { applets: [fromHex(pollerB.moduleAid)], ...importing(1, 2) })
  const parameters = toHex(pollerParameters.encode({ fqdn: 'poll.example.jp', ...pollerParameters.defaults }))
  const install: OtaTargetInput = { appletType: 0, active: true, package: poller.key, installParameters: parameters }
  const [removing = 0, needing = 0] = w.ids
  await w.loaded(w.ids, library)
  const removal = other({ package: library.key, active: false })
  await w.start([removing], removal)
  expect((await w.dryRun(install)).left).toEqual([['missingImport', 0]])
  await w.start([needing], install)
  expect((await w.dryRun(removal)).left).toEqual([['otaInProgress', 0, 1]])
})

test('SIMs that lost a library and did not get its new version are listed until they hold one again', async () => {
  await using w = await world(2)
  const old = await upload(w.call, libraryAid, 1)
  const wanted = await upload(w.call, libraryAid, 2)
  await w.loaded(w.ids, old)
  const { id } = await w.start(w.ids, other({ package: wanted.key }))
  const lost = () => w.call(endpoints.getWithoutApplet, { params: { id }, query: {} })
  await w.end(id, 'Failed', ['install'])
  expect(await lost()).toEqual([])
  await w.end(id, 'Succeeded', ['remove'])
  const groups = await lost()
  expect(groups).toMatchObject([{ count: 2, package: { ...old.key, name: old.name }, library: true, install: null }])
  const withoutApplet = { campaignId: id, group: groups[0]!.group }
  expect((await w.call(endpoints.createSnapshot, { body: { withoutApplet } })).total).toBe(2)
  await w.loaded(w.ids.slice(0, 1), old)
  expect(await lost()).toMatchObject([{ count: 1 }])
  expect((await w.call(endpoints.getPackage, { params: old.key })).simsUsing).toBe(1)
  expect((await w.call(endpoints.listPackages, { query: { library: 'true' } })).totalItems).toBe(2)
  expect((await w.call(endpoints.listPackages, { query: { library: 'false' } })).totalItems).toBe(0)
})

test('an applet whose version a loaded package imports is neither removed nor replaced', async () => {
  await using w = await world(3)
  const applet = await upload(w.call, 'F0AABBCCDD02', 1, { applets: [fromHex('F0AABBCCDD0201')] })
  const user = await upload(w.call, 'F0AABBCCDD03', 0, { imports: [{ aid: fromHex('F0AABBCCDD02'), major: 1, minor: 1 }] })
  const later = await upload(w.call, 'F0AABBCCDD04', 0, { imports: [{ aid: fromHex('F0AABBCCDD02'), major: 1, minor: 2 }] })
  const next = await upload(w.call, 'F0AABBCCDD05', 0, { applets: [fromHex('F0AABBCCDD0501')] })
  const [imported = 0, free = 0, bySomethingElse = 0] = w.ids
  await w.server.db.updateTable('sims').set({ other_package_id: applet.id, other_applet_name: 'x' }).execute()
  await w.loaded([imported], user)
  const { id: campaign_id } = await w.server.db.selectFrom('campaigns').select('id').executeTakeFirstOrThrow()
  const { packageAID: aid } = later.key
  await w.server.db
    .insertInto('ota_jobs')
    .values({
      campaign_id,
      sim_id: bySomethingElse,
      applet_type: 1,
      kind: 'install',
      step: 0,
      status: 'Succeeded',
      package_id: later.id,
      package_aid: aid,
    })
    .execute()
  for (const target of [other({ package: next.key }), other({ package: applet.key, active: false })]) {
    const run = await w.dryRun(target)
    expect([run.eligible, run.left]).toEqual([2, [['imported', 0]]])
    expect(run.excluded[0]?.importers).toEqual([{ ...user.key, name: user.name }])
  }
  expect(free).toBeGreaterThan(0)
})
