import { expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { makeCapFile } from '../testing/cap-file.ts'
import { startTestServer, type TestCall } from '../testing/server.ts'

const telemetry = fixedAids.telemetry
const customAid = 'A0000000620101AA'

async function cap(more: { aid?: string; major?: number; minor?: number; applets?: string[]; seed?: number } = {}): Promise<File> {
  const { aid = telemetry.packageAid, major = 1, minor = 0, applets = [telemetry.moduleAid], seed } = more
  const bytes = await makeCapFile({
    packageAid: fromHex(aid),
    packageVersion: { major, minor },
    packageName: 'com.example.weather',
    applets: applets.map(fromHex),
    seed,
    createdAt: new Date('2026-03-04T05:06:07Z'),
  })
  return new File([bytes as BlobPart], 'weather.cap')
}

const upload = (call: TestCall, file: File, label?: string) => call(endpoints.uploadPackage, { body: { label }, file })

async function failureOf(call: Promise<unknown>): Promise<{ code?: string; detail?: string }> {
  return call.then(
    () => ({}),
    (error: unknown) => (error instanceof CallError ? (error.body ?? {}) : { code: String(error) }),
  )
}

test('an uploaded CAP file becomes a package with the label of its AID', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const file = await cap()
  const made = await upload(call, file)
  expect(made).toMatchObject({
    packageAID: telemetry.packageAid,
    otaVersion: '1.0',
    version: '1.0',
    type: 'Telemetry',
    label: 'Telemetry',
    name: 'Telemetry',
    applets: [telemetry.moduleAid],
    builtAt: '2026-03-04T05:06:07.000Z',
    simsUsing: 0,
    simsPending: 0,
  })
  expect(made.contents).toMatchObject({ format: '2.3', usesInt: false, exports: false })
  const sizes = made.contents!.components.filter(({ loaded }) => loaded).map(({ bytes }) => bytes)
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBe(made.loadLength)
  expect(made.memoryNeeded).toBe(made.loadLength + 512)
  const params = { packageAID: telemetry.packageAid.toLowerCase(), otaVersion: '1.0', label: 'Telemetry' }
  expect(await call(endpoints.getPackage, { params })).toEqual(made)

  expect(await failureOf(upload(call, await cap({ seed: 7 })))).toMatchObject({ code: 'packageExists' })
  expect((await upload(call, await cap({ seed: 7 }), 'Build 7')).label).toBe('Build 7')
  expect(await failureOf(upload(call, await cap(), 'no/slash'))).toMatchObject({ code: 'invalidInput' })
  expect(await failureOf(call(endpoints.getPackage, { params: { ...params, label: 'Other' } }))).toMatchObject({ code: 'packageNotFound' })
})

test('a new AID becomes a managed AID, named after the Java package; fixed types stay first', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const file = await cap({ aid: customAid, applets: [`${customAid}01`, `${customAid}02`] })
  expect(await call(endpoints.getTargetPackageAid, { file })).toMatchObject({
    packageAID: customAid,
    type: 'custom',
    name: 'com.example.weather',
  })
  expect((await call(endpoints.listPackages, { query: {} })).totalItems).toBe(0)
  expect(await upload(call, file)).toMatchObject({
    type: 'custom',
    label: 'com.example.weather',
    applets: [`${customAid}01`, `${customAid}02`],
  })
  const managed = await call(endpoints.listManagedPackageAids, {})
  expect(managed.map(({ type, packages }) => [type, packages])).toEqual([
    ['Poller', 0],
    ['Poller', 0],
    ['Telemetry', 0],
    ['MultiIMSI', 0],
    ['IotSafe', 0],
    ['custom', 1],
  ])
  expect(managed.at(-1)?.label).toBe('com.example.weather')
})

test('an upload to an AID accepts only a file of this AID', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const to = async (packageAID: string, file: File) => call(endpoints.uploadPackageOfAid, { params: { packageAID }, body: {}, file })
  expect(await to(telemetry.packageAid.toLowerCase(), await cap())).toMatchObject({ type: 'Telemetry', label: 'Telemetry' })
  expect(await failureOf(to(telemetry.packageAid, await cap({ aid: customAid })))).toMatchObject({
    code: 'otherPackageAid',
    detail: `the AID of the file is ${customAid}`,
  })
  expect(await failureOf(to('A0', await cap()))).toMatchObject({ code: 'invalidInput' })
  expect((await call(endpoints.listPackages, { query: {} })).totalItems).toBe(1)
})

test('a file that is no CAP file is refused with the reason, and nothing is stored', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const whole = new Uint8Array(await (await cap()).arrayBuffer())
  for (const bytes of [
    new Uint8Array(0),
    new TextEncoder().encode('not a zip'),
    whole.subarray(0, whole.length / 2),
    whole.fill(0xff, 200, 260),
  ]) {
    const file = new File([bytes], 'x.cap')
    for (const failure of [await failureOf(upload(call, file)), await failureOf(call(endpoints.getTargetPackageAid, { file }))]) {
      expect(failure.code).toBe('invalidZip')
      expect(failure.detail).toBeTruthy()
    }
    const inJapanese = await failureOf(upload(await server.signIn('ADMIN', 'ja'), file))
    expect(inJapanese.detail).toMatch(/^(zipファイルとして|[-\w/.]+(が壊れています|の内容が正しくありません)$)/)
  }
  const large = new File([new Uint8Array(1024 * 1024 + 1)], 'x.cap')
  expect((await failureOf(upload(call, large))).code).toBe('payloadTooLarge')
  expect((await call(endpoints.listPackages, { query: {} })).totalItems).toBe(0)
  expect(await server.db.selectFrom('managed_package_aids').select('id').where('type', '=', 'custom').execute()).toEqual([])
  expect((await failureOf(upload(await server.signIn('MEMBER'), await cap()))).code).toBe('noPermission')
})

test('the list is filtered by AID, type and text, and versions sort as numbers', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  for (const minor of [9, 10, 2]) await upload(call, await cap({ minor }))
  const custom = await upload(call, await cap({ aid: customAid, major: 3, applets: [`${customAid}01`] }))
  await server.db.insertInto('sims').values({ iccid: '8981100000000000001', other_package_id: custom.id }).execute()

  const versions = async (query: object): Promise<string[]> =>
    (await call(endpoints.listPackages, { query })).data.map((one) => one.otaVersion)
  expect(await versions({ type: 'Telemetry', sort: 'otaVersion:ASC' })).toEqual(['1.2', '1.9', '1.10'])
  expect(await versions({ packageAID: telemetry.packageAid.toLowerCase(), sort: 'otaVersion:DESC', take: 2 })).toEqual(['1.10', '1.9'])
  expect(await versions({ search: 'WEATHER' })).toEqual(['3.0'])
  expect(await versions({ search: '%' })).toEqual([])
  const page = await call(endpoints.listPackages, { query: { packageAID: customAid } })
  expect(page).toMatchObject({ totalItems: 1, totalPages: 1, data: [{ simsUsing: 1 }] })
})

test('packages are found by parts of their AID, version, label and name, each word anywhere, newest first', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const member = await server.signIn('MEMBER')
  await upload(call, await cap(), 'stable')
  await upload(call, await cap({ major: 2, minor: 4 }), 'pilot')
  await upload(call, await cap({ aid: customAid }), 'custom_100')
  const found = async (q: string) => (await member(endpoints.searchPackages, { query: { q } })).map(({ label }) => label)
  expect(await found('telemetry')).toEqual(['pilot', 'stable'])
  expect(await found('  2.4 TELEMETRY ')).toEqual(['pilot'])
  expect(await found(customAid.toLowerCase())).toEqual(['custom_100'])
  expect(await found('tom_1')).toEqual(['custom_100'])
  for (const none of ['pilot stable', 'tele_etry', '%']) expect([none, await found(none)]).toEqual([none, []])
  expect(await member(endpoints.searchPackages, { query: { q: 'pilot' } })).toEqual([
    { packageAID: telemetry.packageAid, otaVersion: '2.4', label: 'pilot', type: 'Telemetry', name: 'Telemetry' },
  ])
})
