import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { openKeySet } from '../../key-sets/sms-key-sets.ts'
import { Sealer } from '../../platform/crypto/seal.ts'
import { codeOf, iccid, ImportsOfTest } from './imports.fixture.ts'

const imports = new ImportsOfTest()
const header = 'iccid,sms_key_set,sms_algorithm,sms_kic,sms_kid,sms_tar,sms_counter'
const kic = '00112233445566778899AABBCCDDEEFF'
const kid = 'FFEEDDCCBBAA99887766554433221100'
const other = 'A0A1A2A3A4A5A6A7A8A9AAABACADAEAF'
const line = (n: number, more = `3,aes,${kic},${kid},534D01,`) => `${iccid(n)},${more}`
const file = (...lines: string[]) => [header, ...lines, ''].join('\n')

const smsOf = async (n: number) => {
  const sim = (await imports.sims()).find((one) => one.iccid === iccid(n))
  return (await imports.call(endpoints.getSimSms, { params: { id: sim!.id } })).keys
}
/** The keys of a SIM in hex, as they are used. */
const keysOf = async (n: number) => {
  const row = await imports.server.db
    .selectFrom('sim_sms_keys')
    .innerJoin('sims', 'sims.id', 'sim_sms_keys.sim_id')
    .selectAll('sim_sms_keys')
    .where('iccid', '=', iccid(n))
    .executeTakeFirst()
  const opened = row && openKeySet(new Sealer(imports.server.masterKey), iccid(n), row)
  const hex = (octets: Uint8Array) => Buffer.from(octets).toString('hex').toUpperCase()
  return opened ? { kic: hex(opened.kic), kid: hex(opened.kid) } : null
}
const putKeys = async (n: number, more: { kic?: string; counter?: number } = {}) => {
  const sim = (await imports.sims()).find((one) => one.iccid === iccid(n))
  const body = { key_set: 3, algorithm: 'aes' as const, kic: other, kid, tar: '534D01', ...more }
  await imports.call(endpoints.putSimSmsKeys, { params: { id: sim!.id }, body })
}

test('an import sets the SCP80 keys of new SIMs, sealed from the first moment on, and no log has them', async () => {
  const checked = await imports.check(file(line(1), line(2, `4,3DES,${kic},${kid}0011223344556677,534d02,41`), line(3, ',,,,,')))
  expect(checked.import).toMatchObject({ good: 3, bad: 0 })
  const staged = await imports.server.db.selectFrom('sim_import_lines').selectAll().orderBy('line').execute()
  expect(staged.map(({ sms_kic: sealed }) => sealed === null)).toEqual([false, false, true])
  for (const key of [kic, kid]) expect(JSON.stringify(staged).toUpperCase()).not.toContain(key)
  for (const { sms_kic: sealed, sms_kid: another } of staged.slice(0, 2)) {
    expect(sealed!.toString('hex').toUpperCase()).not.toContain(kic)
    expect(another!.toString('hex').toUpperCase()).not.toContain(kid)
  }
  await imports.start(checked.id)
  expect(await imports.ended(checked.id)).toMatchObject({ state: 'completed', succeeded: 3 })
  expect(await smsOf(1)).toMatchObject({ key_set: 3, algorithm: 'aes', tar: '534D01', counter: 0 })
  expect(await smsOf(2)).toMatchObject({ key_set: 4, algorithm: '3des', tar: '534D02', counter: 41 })
  expect(await smsOf(3)).toBeNull()
  expect(await keysOf(1)).toEqual({ kic, kid })
  const logs = JSON.stringify(await imports.server.db.selectFrom('action_logs').selectAll().execute()) + imports.server.logged()
  for (const key of [kic, kid]) expect(logs.toUpperCase()).not.toContain(key)
})

test('each wrong cell of a key set is refused with its reason, and without its content', async () => {
  const { id } = await imports.check(
    file(
      line(1, `0,aes,${kic},${kid},534D01,`),
      line(2, `3,des,${kic},${kid},534D01,`),
      line(3, `3,3des,${kic}${kic},${kid},534D01,`),
      line(4, `3,aes,${kic},${kid},534D,`),
      line(5, `3,aes,${kic},${kid},534D01,1099511627775`),
      line(6, ',,,,,7'),
    ),
  )
  const problems = await imports.problems(id)
  expect(problems.map(({ line: at, column, message }) => [at, column, message])).toEqual([
    [2, 'sms_key_set', 'The number of an SCP80 key set is 1 to 15'],
    [3, 'sms_algorithm', 'aes or 3des'],
    [4, 'sms_kic', 'KIc and KID have 16, 24 or 32 bytes for aes, and 16 or 24 for 3des, in hex'],
    [5, 'sms_tar', 'A TAR has 3 bytes, in hex'],
    [6, 'sms_counter', 'A counter is a whole number from 0 to 1099511627774'],
    ...['sms_key_set', 'sms_algorithm', 'sms_kic', 'sms_kid', 'sms_tar'].map((column) => [
      7,
      column,
      'Give key set number, algorithm, KIc, KID and TAR, or none of them',
    ]),
  ])
  expect(JSON.stringify(problems)).not.toContain(kic)
})

test('an update replaces a key set and never lowers its counter, and its undo brings the former one back', async () => {
  await imports.imported(file(line(1), line(2, ',,,,,'), line(3)))
  await putKeys(1, { counter: 90 })
  const update = await imports.imported(file(line(1, `3,aes,${kid},${kic},534D02,5`), line(2), line(3, ',,,,,')), { mode: 'update' })
  expect(update).toMatchObject({ state: 'completed', succeeded: 3 })
  expect(await smsOf(1)).toMatchObject({ tar: '534D02', counter: 90 })
  expect(await keysOf(1)).toEqual({ kic: kid, kid: kic })
  expect(await keysOf(2)).toEqual({ kic, kid })
  expect(await keysOf(3)).toEqual({ kic, kid })
  const undo = await imports.undo(update.id)
  expect(await imports.ended(undo.id)).toMatchObject({ state: 'completed', succeeded: 3 })
  expect(await smsOf(1)).toMatchObject({ tar: '534D01', counter: 90 })
  expect(await keysOf(1)).toEqual({ kic: other, kid })
  expect(await keysOf(2)).toBeNull()
  expect(await keysOf(3)).toEqual({ kic, kid })
})

test('a key set that changed after an import keeps the import from being undone', async () => {
  const added = await imports.imported(file(line(1, ',,,,,')))
  await putKeys(1)
  expect(await codeOf(imports.undo(added.id))).toBe('importTouched')
  const update = await imports.imported(file(line(1)), { mode: 'update' })
  await putKeys(1)
  expect(await codeOf(imports.undo(update.id))).toBe('importTouched')
  const again = await imports.imported(file(line(1)), { mode: 'update' })
  const [sim] = await imports.sims()
  await imports.call(endpoints.deleteSimSmsKeys, { params: { id: sim!.id } })
  expect(await codeOf(imports.undo(again.id))).toBe('importTouched')
})

test('a caller without SIM_UPDATE sets no key sets: not by a file, by the start of a file of others, nor by an undo', async () => {
  const { server } = imports
  const role = { role_id: roleIds.MEMBER }
  const granted = (['SIM_CREATE', 'SIM_DELETE'] as const).map((permission) => ({ ...role, permission }))
  await server.db
    .insertInto('role_permissions')
    .values(granted)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await server.db.deleteFrom('role_permissions').where('role_id', '=', role.role_id).where('permission', '=', 'SIM_UPDATE').execute()
  const member = await server.signIn('MEMBER')
  const refused = await imports.check(file(line(1), line(2, ',,,,,')), {}, member)
  expect(refused.import).toMatchObject({ good: 1, bad: 1 })
  expect((await imports.problems(refused.id))[0]).toMatchObject({ line: 2, column: 'sms_key_set', message: 'You may not set SCP80 keys' })
  const { id } = await imports.check(file(line(1)))
  const start = () => member(endpoints.startSimImport, { params: { id }, body: { skipBadLines: false } })
  expect(await codeOf(start())).toBe('noPermission')
  await imports.start(id)
  await imports.ended(id)
  const update = await imports.imported(file(line(1, `5,aes,${kid},${kic},534D01,`)), { mode: 'update' })
  expect(await codeOf(member(endpoints.undoSimImport, { params: { id: update.id } }))).toBe('noPermission')
  expect(await smsOf(1)).toMatchObject({ key_set: 5 })
})
