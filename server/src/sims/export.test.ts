import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { simExportColumns } from '@simdeck/contract/sim-exports.ts'
import { openDatabase } from '../platform/db/database.ts'
import { startTestServer } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'
import { until } from '../testing/until.ts'

test('an export of a filter or a selection has the requested order and columns, and an import reads it back', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('MEMBER')
  const iccid = (n: number) => `8981100000000000${String(n).padStart(3, '0')}`
  const group = await server.db.insertInto('groups').values({ name: '+group' }).returning('id').executeTakeFirstOrThrow()
  const ids = await addSims(server.db, [
    { iccid: iccid(1), device_alias: '=1+1', msisdn: '+819012345678', group_id: group.id, status: 'ACTIVATED', cell_id: 300, radio: 8 },
    { iccid: iccid(2), device_alias: `"quoted", 'x'`, last_poll: new Date(), rsrp: -90, rsrq: -11, has_keys: true },
    { iccid: iccid(3), device_alias: "'=formula", external_device_id: '@x', last_poll: '2026-01-02T03:04:05.678Z' },
    { iccid: iccid(4), device_alias: '東京\\N' },
  ])
  const export_ = async (body: Parameters<typeof call<typeof endpoints.createSimExport>>[1]['body']) => {
    const link = await call(endpoints.createSimExport, { body })
    const response = await fetch(server.url + link.url)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${link.fileName}"`)
    expect(link.fileName).toMatch(/^sims-\d{10}\.csv$/)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    return Buffer.from(await response.arrayBuffer()).toString('utf8')
  }

  expect(await export_({ columns: ['device_alias', 'iccid', 'msisdn', 'group'], sort: 'device_alias:DESC', bom: true })).toBe(
    `\uFEFFdevice_alias,iccid,msisdn,group\n東京\\N,${iccid(4)},,\n'=1+1,${iccid(1)},'+819012345678,'+group\n''=formula,${iccid(3)},,\n"""quoted"", 'x'",${iccid(2)},,\n`,
  )
  const all = (await export_({})).split('\n')
  expect(all[0]).toBe(simExportColumns.join(','))
  const cells = (line: string) => Object.fromEntries(line.split(',').map((cell, at) => [simExportColumns[at], cell]))
  expect(cells(all[1]!)).toMatchObject({
    id: String(ids[0]),
    status: 'ACTIVATED',
    cell_id: '300',
    cid: '44',
    connection: 'off',
    accuracy: '',
    has_keys: 'false',
  })
  expect(cells(all[3]!)).toMatchObject({ last_poll: '2026-01-02T03:04:05.678Z', external_device_id: "'@x" })
  expect(all[2]).toContain(`,on,`)
  expect(all[2]).toContain('-90,-11')
  expect(all).toHaveLength(6)

  const only = ['iccid'] as const
  expect(await export_({ filter: { status: 'ACTIVATED', iccid: '000001', search: '%' }, columns: [...only] })).toBe('iccid\n')
  expect(await export_({ filter: { status: 'ACTIVATED,TRIAL', group: String(group.id) }, columns: [...only] })).toBe(`iccid\n${iccid(1)}\n`)
  expect(await export_({ filter: { device_alias: "'", modified_start: '2020-01-01T00:00:00Z' }, columns: [...only] })).toBe(
    `iccid\n${iccid(2)}\n${iccid(3)}\n`,
  )
  const selection = await call(endpoints.createSimSelection, { body: { simIds: [ids[3]!, ids[0]!] } })
  expect(await export_({ selectionId: selection.id, columns: [...only] })).toBe(`iccid\n${iccid(1)}\n${iccid(4)}\n`)
  await expect(call(endpoints.createSimExport, { body: { selectionId: 999_999 } })).rejects.toMatchObject({
    body: { code: 'selectionNotFound' },
  })
  const { url } = await call(endpoints.createSimExport, { body: {} })
  for (const forged of [url.replace(/\d(?=&)/, (digit) => String((Number(digit) + 1) % 10)), url.replace(/exports\/\d+/, 'exports/1')])
    expect((await fetch(server.url + forged)).status).toBe(410)
  const logged = await server.db.selectFrom('action_logs').select('action').where('status', '=', 200).execute()
  expect(logged.filter(({ action }) => action === 'simExport').length).toBeGreaterThan(5)

  const columns = ['iccid', 'device_alias', 'msisdn', 'external_device_id', 'group', 'status'] as const
  const file = await export_({ columns: [...columns], bom: true })
  const before = await call(endpoints.listSims, { query: { sort: 'iccid:ASC' } })
  await server.db.deleteFrom('sims').execute()
  const admin = await server.signIn('ADMIN')
  await admin(endpoints.importSims, { body: {}, file: new File([file], 'sims.csv') })
  const importedCells = ({ data }: typeof before) =>
    data.map((sim) => columns.map((column) => (column === 'group' ? sim.group?.name : sim[column])))
  expect(importedCells(await call(endpoints.listSims, { query: { sort: 'iccid:ASC' } }))).toEqual(importedCells(before))

  // A reader that disconnects ends the statement, and its connection is free again.
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  await pool.query(`insert into sims (iccid) select '8981199' || lpad(i::text, 12, '0') from generate_series(1, 1000) i`)
  await pool.query(`update sim_contacts set mnc = repeat('x', 10000)`)
  const many = await call(endpoints.createSimExport, { body: {} })
  for (let reader = 0; reader < 10; reader++) {
    const gone = new AbortController()
    const response = await fetch(server.url + many.url, { signal: gone.signal })
    await response.body!.getReader().read()
    gone.abort()
  }
  await until(async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*) as n from pg_stat_activity where datname = current_database() and state <> 'idle' and query ilike 'copy (%'`,
    )
    return rows[0]?.n === 0
  })
  expect((await export_({ columns: ['iccid'] })).split('\n')).toHaveLength(1_006)
  await close()
})

test('no cell of an export is a formula in any character width, and an import restores each text', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const character = fc.constantFrom("'", '=', '+', '-', '@', '＝', '＋', '－', '＠', 'a', '"', ',', ' ', '漢')
  const text = fc.string({ unit: character, minLength: 1, maxLength: 5 }).filter((one) => one.trim() === one)
  const aliases = ['＝1+1', "'＋x", ...fc.sample(text, 300)]
  await addSims(
    server.db,
    aliases.map((device_alias, n) => ({ iccid: `8981100000000000${String(n).padStart(3, '0')}`, device_alias })),
  )
  const { url } = await admin(endpoints.createSimExport, { body: { columns: ['iccid', 'device_alias'], sort: 'iccid:ASC' } })
  const csv = await (await fetch(server.url + url)).text()
  const cells = csv
    .trimEnd()
    .split('\n')
    .map((row) => row.slice(row.indexOf(',') + 1).replace(/^"/, ''))
  expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([])
  await server.db.updateTable('sims').set({ device_alias: null }).execute()
  await admin(endpoints.importSims, { body: { mode: 'update' }, file: new File([csv], 'sims.csv') })
  const sims = await server.db.selectFrom('sims').select('device_alias').orderBy('iccid').execute()
  expect(sims.map(({ device_alias }) => device_alias)).toEqual(aliases)
})
