import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { BodyIn } from '@simdeck/contract/endpoint.ts'
import { Sealer } from '../../platform/crypto/seal.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'

const iccid = '8981100000000000017'
const [keyA, keyB] = ['0A'.repeat(16), '0B'.repeat(32)]
const keysOf = (key: string) => ({ cap_auth_key: key, encrypt_key: key, scp03_enc: key, scp03_mac: key, scp03_dek: key })

test('a SIM is added, changed in the given fields, and deleted with its keys; keys are encrypted and never shown', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const create = (body: BodyIn<typeof endpoints.createSim>) => call(endpoints.createSim, { body })
  const update = (id: number, body: BodyIn<typeof endpoints.updateSim>) => call(endpoints.updateSim, { params: { id }, body })
  const group = await call(endpoints.createGroup, { body: { name: 'Meters' } })

  const made = await create({
    iccid,
    msisdn: '+819012345678',
    device_alias: ' メーター1 ',
    group_id: group.id,
    keys: { ...keysOf(keyA), kvn: 49 },
  })
  expect(made).toMatchObject({ iccid, device_alias: 'メーター1', status: 'INVENTORY', operator: 'other', cm_platform: 'none', type: 'SIM' })
  expect(made).toMatchObject({
    msisdn: '+819012345678',
    imsi: null,
    group: { id: group.id, name: 'Meters' },
    has_keys: true,
    connection: 0,
  })
  expect(await create({ iccid: '8981100000000000025', cm_platform: 'ntt' })).toMatchObject({ status: 'AVAILABLE', has_keys: false })
  expect(await create({ iccid: '8981100000000000033', status: 'TEST_READY' })).toMatchObject({ status: 'TEST_READY' })
  expect(await codeOf(create({ iccid }))).toBe('simExists')
  expect(await codeOf(create({ iccid: '8981100000000000041', group_id: group.id + 1 }))).toBe('groupNotFound')
  expect(await codeOf(create({ iccid: '123' }))).toBe('invalidInput')
  const withKeys = async (has_keys: string) =>
    (await call(endpoints.listSims, { query: { has_keys, sort: 'iccid:ASC' } })).data.map((sim) => sim.iccid.slice(-2))
  expect([await withKeys('true'), await withKeys('false'), await withKeys('true,false')]).toEqual([
    ['17'],
    ['25', '33'],
    ['17', '25', '33'],
  ])
  expect(await codeOf(withKeys('yes'))).toBe('invalidInput')
  expect(await call(endpoints.countSimValues, { query: { of: 'has_keys' } })).toEqual([
    { value: 'false', count: 2 },
    { value: 'true', count: 1 },
  ])

  const stored = async () => {
    const row = await server.db.selectFrom('sim_keys').selectAll().where('sim_id', '=', made.id).executeTakeFirstOrThrow()
    const open = (column: 'cap_auth_key' | 'scp03_dek') =>
      Buffer.from(new Sealer(server.masterKey).open(row[column], { table: 'sim_keys', row: iccid, column }))
        .toString('hex')
        .toUpperCase()
    return [open('cap_auth_key'), open('scp03_dek'), row.security_domain_aid, row.key_version_number]
  }
  expect(await stored()).toEqual([keyA, keyA, 'A000000151000000', 49])

  const changed = await update(made.id, { device_alias: null, imsi: '440101234567890', operator: 'ntt' })
  expect(changed).toMatchObject({
    device_alias: null,
    imsi: '440101234567890',
    operator: 'ntt',
    msisdn: '+819012345678',
    group: { id: group.id },
  })
  expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(made.updated_at))
  expect(await stored()).toEqual([keyA, keyA, 'A000000151000000', 49])
  await update(made.id, { keys: { ...keysOf(keyB), sd_aid: 'a0000001510000ff' } })
  expect(await stored()).toEqual([keyB, keyB, 'A0000001510000FF', 49])
  expect(await update(made.id, { group_id: null })).toMatchObject({ group: null, has_keys: true })
  expect(await codeOf(update(made.id, {}))).toBe('emptyParameters')
  expect(await codeOf(update(made.id, { group_id: group.id + 1 }))).toBe('groupNotFound')
  expect(await codeOf(update(made.id + 1000, { imsi: null }))).toBe('simNotFound')
  expect(await codeOf(call(endpoints.updateSim, { params: { id: made.id }, body: { iccid } as never }))).toBe('invalidInput')

  const remove = (id: number) => call(endpoints.deleteSim, { params: { id } })
  await remove(made.id)
  expect(await server.db.selectFrom('sim_keys').selectAll().execute()).toEqual([])
  expect(await codeOf(remove(made.id))).toBe('simNotFound')
  expect(await codeOf(call(endpoints.getSim, { params: { id: made.id } }))).toBe('simNotFound')

  const log = await server.db.selectFrom('action_logs').select(['action', 'request_params', 'status']).orderBy('id').execute()
  const done = log.filter(({ status }) => status === 200).map(({ action }) => action)
  expect(done).toEqual(['groupAdd', 'simAdd', 'simAdd', 'simAdd', 'simUpdate', 'simUpdate', 'simUpdate', 'simDelete'])
  const written = JSON.stringify(log) + server.logged()
  for (const key of [keyA, keyB]) expect(written).not.toContain(key)
  expect(server.logged()).not.toContain(iccid)
})
