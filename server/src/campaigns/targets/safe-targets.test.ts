import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { multiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import type { CapRecipe } from '@simdeck/protocol/cap/write-cap.ts'
import { makeCapFile } from '../../testing/cap-file.ts'
import { startTestServer, type TestCall } from '../../testing/server.ts'
import { addSims, type SimRowToAdd } from '../../testing/sims.ts'

const { telemetry, iotSafe, multiImsi, pollerA, pollerB } = fixedAids

async function upload(call: TestCall, aids: { packageAid: string; moduleAid: string }, more: Partial<CapRecipe> = {}) {
  const recipe = {
    packageAid: fromHex(aids.packageAid),
    packageVersion: { major: 1, minor: 0 },
    applets: [fromHex(aids.moduleAid)],
    ...more,
  }
  const file = new File([(await makeCapFile(recipe)) as BlobPart], 'x.cap')
  const { id, packageAID, otaVersion, label } = await call(endpoints.uploadPackage, { body: {}, file })
  return { id, key: { packageAID, otaVersion, label } }
}

async function world(sims: SimRowToAdd[]) {
  const server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const ids = await addSims(
    server.db,
    sims.map((sim) => ({ has_keys: true, ...sim })),
  )
  const key = Buffer.alloc(16)
  const keys = { cap_auth_key: key, encrypt_key: key, scp03_enc: key, scp03_mac: key, scp03_dek: key }
  await server.db
    .insertInto('sim_keys')
    .values(ids.map((sim_id) => ({ sim_id, security_domain_aid: 'A000000151000000', key_version_number: 48, ...keys })))
    .execute()
  const snapshot = async () => (await call(endpoints.createSnapshot, { body: { simIds: ids } })).id
  const dryRun = async (target: OtaTargetInput) => {
    const run = await call(endpoints.dryRunBulkOta, { body: { snapshotId: await snapshot(), targets: [target] } })
    return { ...run, left: run.excluded.map(({ reason, sims: out }) => [reason, ...out.map((sim) => ids.indexOf(sim.id))]) }
  }
  return { server, call, ids, snapshot, dryRun, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const other = (more: Partial<OtaTargetInput>): OtaTargetInput => ({ appletType: 1, active: true, ...more })

test('a dry run and its campaign leave out SIMs whose receive buffer is too small for an INSTALL with long parameters', async () => {
  await using w = await world([{}, { receive_buffer: 255 }, { receive_buffer: 320 }, { receive_buffer: 1500 }])
  const { key } = await upload(w.call, iotSafe)
  const withData = (octets: number) => other({ package: key, installParameters: 'AA'.repeat(octets) })
  expect((await w.dryRun(withData(130))).left).toEqual([])
  const long = await w.dryRun(withData(150))
  expect(long).toMatchObject({ total: 4, eligible: 2, receiveBuffer: 282, left: [['bufferTooSmall', 0, 1]] })
  expect(long.bytesPerSim).toBeGreaterThan(0)
  expect(await w.dryRun(withData(200))).toMatchObject({ eligible: 0, left: [['bufferTooSmall', 0, 1, 2, 3]] })
  const started = await w.call(endpoints.putBulkOta, { body: { snapshotId: await w.snapshot(), targets: [withData(150)] } })
  expect(started).toMatchObject({ total: 2, excluded: 2 })
})

test('parameters with the longest FQDN, of 127 characters, go to the SIMs whose receive buffer is large enough', async () => {
  await using w = await world([{}, { receive_buffer: 512 }])
  const { key } = await upload(w.call, telemetry)
  const parameters = (length: number) => {
    const encoded = telemetryParameters.encode({ fqdn: 'a'.repeat(length), ...telemetryParameters.defaults })
    return other({ package: key, installParameters: toHex(encoded) })
  }
  expect(await w.dryRun(parameters(5))).toMatchObject({ eligible: 2, receiveBuffer: 255 })
  expect(await w.dryRun(parameters(127))).toMatchObject({ eligible: 1, left: [['bufferTooSmall', 0]] })
})

test('the security level of a SIM decides which commands fit into its frames', async () => {
  await using w = await world([{}, {}])
  const { key } = await upload(w.call, iotSafe)
  await w.server.db
    .updateTable('sim_keys')
    .set({ security_level: 1 })
    .where('sim_id', '=', w.ids[1] ?? 0)
    .execute()
  const { left } = await w.dryRun(other({ package: key, installParameters: 'AA'.repeat(140) }))
  expect(left).toEqual([['bufferTooSmall', 0]])
})

test('the cost of each SIM is that of its security level, and a SIM is left out if its level needs a larger buffer than it has', async () => {
  // Each level has one SIM with the smallest buffer that has room for the INSTALL, and one with a buffer an octet smaller.
  const edges = [
    [0x01, 266],
    [0x03, 282],
    [0x33, 282],
  ] as const
  await using w = await world(edges.flatMap(([, edge]) => [{ receive_buffer: edge }, { receive_buffer: edge - 1 }]))
  const { key } = await upload(w.call, iotSafe, { codeSize: 5000 })
  for (const [at, [security_level]] of edges.entries())
    await w.server.db
      .updateTable('sim_keys')
      .set({ security_level })
      .where('sim_id', 'in', w.ids.slice(2 * at, 2 * at + 2))
      .execute()
  const target = other({ package: key, installParameters: 'AA'.repeat(150) })
  const costOf = async (simIds: number[]) => {
    const { id: snapshotId } = await w.call(endpoints.createSnapshot, { body: { simIds } })
    const run = await w.call(endpoints.dryRunBulkOta, { body: { snapshotId, targets: [target] } })
    return {
      eligible: run.eligible,
      buffer: run.receiveBuffer,
      bytes: run.bytesPerSim,
      inAll: run.bytesInAll,
      commands: run.commandsPerSim,
    }
  }
  const all = await w.dryRun(target)
  expect(all).toMatchObject({ eligible: 3, receiveBuffer: 282, left: [['bufferTooSmall', 1, 3, 5]] })
  const alone = await Promise.all(edges.map((_, at) => costOf([w.ids[2 * at] ?? 0])))
  expect(alone.map(({ eligible, buffer }) => [eligible, buffer])).toEqual(edges.map(([, edge]) => [1, edge]))
  const [plain, usual, withAnswers] = alone.map(({ bytes }) => bytes)
  expect(plain).toBeLessThan(usual ?? 0)
  // Every answer except that of EXTERNAL AUTHENTICATE has R-MAC and R-ENC.
  expect((withAnswers ?? 0) - (usual ?? 0)).toBeGreaterThan(8 * ((alone[2]?.commands ?? 0) - 2))
  expect(all.bytesPerSim).toBe(withAnswers)
  expect(all.bytesInAll).toBeLessThan(3 * all.bytesPerSim)
  await w.server.db
    .updateTable('sim_contacts')
    .set({ receive_buffer: 282 })
    .where('sim_id', '=', w.ids[3] ?? 0)
    .execute()
  expect((await costOf(w.ids.slice(2, 5))).inAll).toBe(2 * (usual ?? 0) + (withAnswers ?? 0))
})

test('a SIM that is not known to hold what the package imports is left out, and the answer names the missing AID', async () => {
  const library = { packageAid: 'F0AABBCCDD01', moduleAid: 'F0AABBCCDD0101' }
  await using w = await world([{}, {}, {}])
  const held = await upload(w.call, library, { packageVersion: { major: 1, minor: 2 } })
  const importing = (aid: string, major: number, minor: number) => ({ imports: [{ aid: fromHex(aid), major, minor }] })
  const start = async (simId: number, target: OtaTargetInput) => {
    const { id: snapshotId } = await w.call(endpoints.createSnapshot, { body: { simIds: [simId] } })
    await w.call(endpoints.putBulkOta, { body: { snapshotId, targets: [target] } })
    await w.server.db.updateTable('ota_jobs').set({ status: 'Succeeded' }).where('status', '=', 'Ready').execute()
  }
  // The second SIM had the package and lost it again; the third one has it.
  const [, lost = 0, has = 0] = w.ids
  await start(lost, other({ package: held.key }))
  await w.server.db.updateTable('sims').set({ other_package_id: held.id }).where('id', '=', lost).execute()
  await start(lost, other({ active: false }))
  await w.server.db.updateTable('sims').set({ other_package_id: null }).where('id', '=', lost).execute()
  await start(has, other({ package: held.key }))

  const usual = await upload(w.call, iotSafe, importing('A0000000620101', 1, 8))
  expect((await w.dryRun(other({ package: usual.key }))).left).toEqual([])
  const wanting = await upload(w.call, telemetry, importing(library.packageAid, 1, 1))
  const run = await w.dryRun(other({ package: wanting.key }))
  expect(run).toMatchObject({ eligible: 1, left: [['missingImport', 0, 1]] })
  expect(run.excluded[0]?.imports).toEqual([library.packageAid])
  const newer = await upload(w.call, { packageAid: 'F0AABBCCDD02', moduleAid: 'F0AABBCCDD0201' }, importing(library.packageAid, 1, 3))
  expect((await w.dryRun(other({ package: newer.key }))).left).toEqual([['missingImport', 0, 1, 2]])
  // On this SIM the campaign would remove the library before it installs the package that imports it.
  await w.server.db.updateTable('sims').set({ other_package_id: held.id }).where('id', '=', has).execute()
  expect((await w.dryRun(other({ package: wanting.key }))).eligible).toBe(0)
})

test('the install of a poller is refused without install parameters', async () => {
  await using w = await world([{ poller_instance_aid: pollerA.moduleAid }])
  const { key } = await upload(w.call, pollerB)
  const target = (installParameters: string): OtaTargetInput => ({ appletType: 0, active: true, package: key, installParameters })
  await expect(w.dryRun(target(''))).rejects.toMatchObject({ body: { fields: [{ path: 'targets.0.installParameters' }] } })
  const parameters = toHex(pollerParameters.encode({ fqdn: 'poll.example.jp', ...pollerParameters.defaults }))
  expect((await w.dryRun(target(parameters))).eligible).toBe(1)
})

test('the install of the multi-IMSI applet is refused with parameters that the applet cannot read', async () => {
  await using w = await world([{}])
  const { key } = await upload(w.call, multiImsi)
  const target = (installParameters: string) => other({ package: key, installParameters })
  await expect(w.dryRun(target('810103'))).rejects.toMatchObject({ body: { fields: [{ path: 'targets.0.installParameters' }] } })
  const parameters = multiImsiParameters.encode({ ...multiImsiParameters.defaults, imsis: [{ imsi: '44010', networks: [] }] })
  for (const accepted of ['', toHex(parameters)]) expect((await w.dryRun(target(accepted))).eligible).toBe(1)
})

test('parameters that the card itself reads are EF and EA without a mistake, together at most 255 octets with those of the applet', async () => {
  await using w = await world([{ receive_buffer: 1024 }])
  const { key } = await upload(w.call, iotSafe)
  const target = (cardParameters: string, installParameters = '') => other({ package: key, installParameters, cardParameters })
  for (const wrong of ['C900', 'EF04C7020', 'EF04C702', 'EF05C703000001', '8400', 'EF00EF00']) {
    const fields = [{ path: expect.stringMatching(/cardParameters/) as unknown }]
    await expect(w.dryRun(target(wrong))).rejects.toMatchObject({ body: { fields } })
  }
  await expect(w.dryRun(target('EF04C7020200', 'AA'.repeat(200)))).resolves.toMatchObject({ left: [['bufferTooSmall', 0]] })
  await expect(w.dryRun(target(`EA358133${'00'.repeat(51)}`, 'AA'.repeat(200)))).rejects.toMatchObject({
    body: { fields: [{ path: 'targets.0.cardParameters' }] },
  })
  const usual = await w.dryRun(target(''))
  const more = await w.dryRun(target(`EA268124${'000000'.repeat(12)}`))
  expect(more.eligible).toBe(1)
  expect(more.bytesPerSim).toBeGreaterThan(usual.bytesPerSim)
})

test('bytes and commands per SIM are each the maximum of the SIMs, by the receive buffers that the SIMs reported', async () => {
  await using w = await world([{}, { receive_buffer: 255 }, { receive_buffer: 512 }, { receive_buffer: 1024 }])
  const { key } = await upload(w.call, iotSafe, { codeSize: 20_000 })
  const target = other({ package: key })
  const dryRunOf = async (simIds: number[]) => {
    const { id: snapshotId } = await w.call(endpoints.createSnapshot, { body: { simIds } })
    return w.call(endpoints.dryRunBulkOta, { body: { snapshotId, targets: [target] } })
  }
  const [unknown, small, middle, large] = await Promise.all(w.ids.map((id) => dryRunOf([id])))
  if (!unknown || !small || !middle || !large) throw new Error('a dry run is missing')
  expect([unknown.bytesPerSim, unknown.commandsPerSim]).toEqual([small.bytesPerSim, small.commandsPerSim])
  // The blocks have 143 octets instead of 191: there are more commands, in fewer frames.
  expect(middle.commandsPerSim).toBeGreaterThan(small.commandsPerSim)
  expect(middle.bytesPerSim).toBeLessThan(small.bytesPerSim)
  const all = await w.dryRun(target)
  expect(all.bytesPerSim).toBe(small.bytesPerSim)
  expect(all.commandsPerSim).toBe(Math.max(middle.commandsPerSim, large.commandsPerSim))
  expect(all.bytesInAll).toBe([unknown, small, middle, large].reduce((sum, { bytesPerSim }) => sum + bytesPerSim, 0))
})
