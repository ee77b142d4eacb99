import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'

const key = '0A'.repeat(16)
const keys = { cap_auth_key: key, encrypt_key: key, scp03_enc: key, scp03_mac: key, scp03_dek: key }
const iccid = (n: number) => `898110000000000${String(n).padStart(4, '0')}`
const keyHeader = Object.keys(keys).join(',')
const keyCells = Object.values(keys).join(',')

test('the security level belongs to the keys: 03 by default, changed separately, shown by list, detail and export', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const create = (n: number, more: object) => call(endpoints.createSim, { body: { iccid: iccid(n), ...more } })
  const update = (id: number, body: object) => call(endpoints.updateSim, { params: { id }, body })

  const usual = await create(1, { keys })
  expect(usual.scp03_level).toBe('03')
  expect(await create(2, { keys, scp03_level: '33' })).toMatchObject({ scp03_level: '33' })
  const keyless = await create(3, {})
  expect(keyless.scp03_level).toBeNull()
  expect(await codeOf(create(4, { scp03_level: '33' }))).toBe('levelWithoutKeys')
  expect(await codeOf(update(keyless.id, { scp03_level: '33', device_alias: 'x' }))).toBe('levelWithoutKeys')
  expect((await call(endpoints.getSim, { params: { id: keyless.id } })).device_alias).toBeNull()
  for (const wrong of ['00', '02', '23', 3]) expect(await codeOf(update(usual.id, { scp03_level: wrong }))).toBe('invalidInput')

  expect(await update(usual.id, { scp03_level: '11' })).toMatchObject({ scp03_level: '11' })
  expect(await update(usual.id, { keys })).toMatchObject({ scp03_level: '11' })
  expect(await update(usual.id, { keys, scp03_level: '13' })).toMatchObject({ scp03_level: '13' })
  const listed = await call(endpoints.listSims, { query: { sort: 'iccid:ASC' } })
  expect(listed.data.map(({ scp03_level: level }) => level)).toEqual(['13', '33', null])

  const link = await call(endpoints.createSimExport, { body: { columns: ['iccid', 'scp03_level'], sort: 'iccid:ASC' } })
  expect(await (await fetch(server.url + link.url)).text()).toBe(`iccid,scp03_level\n${iccid(1)},13\n${iccid(2)},33\n${iccid(3)},\n`)
  const log = await server.db.selectFrom('action_logs').select(['action', 'status']).where('action', '=', 'simUpdate').execute()
  expect(log.filter(({ status }) => status === 200)).toHaveLength(3)
})

test('an import sets security levels with or without leading zeros, refuses others, and keeps those of blank cells', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const send = (mode: 'add' | 'update', text: string) =>
    call(endpoints.importSims, { body: { mode }, file: new File([text], 'sims.csv', { type: 'text/csv' }) })
  const levels = async () => (await call(endpoints.listSims, { query: { sort: 'iccid:ASC' } })).data.map((sim) => sim.scp03_level)

  const cells = ['33', '1', '0x11', '']
  const lines = cells.map((cell, n) => `${iccid(n)},${keyCells},${cell}\n`)
  await send('add', `iccid,${keyHeader},scp03_level\n${lines.join('')}${iccid(8)},,,,,,13\n`)
  expect(await levels()).toEqual(['33', '01', '11', '03', null])
  await expect(send('update', `iccid,scp03_level\n${iccid(0)},02\n`)).rejects.toMatchObject({
    body: { fields: [{ path: 'line 2, scp03_level', message: 'An SCP03 security level is 01, 03, 11, 13 or 33' }] },
  })
  await send('update', `iccid,scp03_level\n${iccid(0)},\n${iccid(1)},13\n`)
  expect(await levels()).toEqual(['33', '13', '11', '03', null])
})
