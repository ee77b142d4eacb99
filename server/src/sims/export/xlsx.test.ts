import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import { addOtas } from '../../testing/otas.ts'
import { sheetsIn } from '../../testing/sheets.ts'
import { startTestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { until } from '../../testing/until.ts'
import { xlsxOf } from './xlsx.ts'

test('a spreadsheet has headings in the reader’s language, complete digits of numbers, and times in the reader’s time zone', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('MEMBER', 'ja')
  await addSims(server.db, [
    {
      iccid: '89811000023451420176',
      device_alias: '=1+1 <b>&"_x0041_',
      msisdn: '+819012345678',
      mnc: '010',
      rsrp: -90,
      last_poll: '2026-11-22T06:30:15Z',
      has_keys: true,
    },
    { iccid: '89811000023451420184', device_alias: ' タブ\t ' },
  ])
  const columns = ['device_alias', 'iccid', 'msisdn', 'mnc', 'rsrp', 'last_poll', 'has_keys', 'status_poller'] as const
  const link = await call(endpoints.createSimExport, {
    body: { format: 'xlsx', columns: [...columns], sort: 'iccid:ASC', timezoneOffset: -540 },
  })
  expect(link.fileName).toMatch(/^SIM一覧_\d{4}-\d\d-\d\d_\d{4}\.xlsx$/)
  const response = await fetch(server.url + link.url)
  expect(response.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(response.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(link.fileName)}`)
  const sheets = await sheetsIn(Buffer.from(await response.arrayBuffer()))
  expect(sheets).toEqual([
    {
      name: 'SIM一覧',
      rows: [
        ['デバイス名', 'ICCID', 'MSISDN', 'MNC', '電波（RSRP、dBm）', '最終ポーリング（UTC+09:00）', 'SIMの鍵の登録', 'ポーラーOTAの状態'],
        ['=1+1 <b>&"_x0041_', '89811000023451420176', '+819012345678', '010', -90, new Date('2026-11-22T15:30:15Z'), '登録済み', null],
        [' タブ\t ', '89811000023451420184', null, null, null, null, '未登録', null],
      ],
    },
  ])
})

test('a spreadsheet shows enumerations with the names of the screens in the language of the request; a CSV contains the codes', async () => {
  await using server = await startTestServer()
  const [failed = 0, cancelled = 0] = await addSims(server.db, [
    {
      iccid: '89811000023451420176',
      status: 'OPERATOR_BARRED',
      imei_status: 'changed',
      status_poller: 'Succeeded',
      status_other_applet: 'Failed',
      standby_poller_instance_aid: 'A000000001',
      cm_platform: 'none',
      last_poll: new Date().toISOString(),
    },
    { iccid: '89811000023451420184', status_poller: 'Failed', status_other_applet: 'Failed', operator: 'ntt', has_keys: true },
  ])
  const ended = (kind: 'install' | 'remove', reason: string) => ({ kind, status: 'Failed', reason }) as const
  await addOtas(server.db, failed, [ended('install', 'cardAnswer')])
  await addOtas(server.db, cancelled, [ended('install', 'cancelled')])
  await addOtas(server.db, cancelled, [ended('remove', 'cancelled')], appletTypes.poller)
  const columns = [
    'iccid',
    'status',
    'connection',
    'imei_status',
    'operator',
    'cm_platform',
    'status_poller',
    'status_other_applet',
    'has_keys',
    'has_standby_poller',
  ] as const
  const fileOf = async (language: 'ja' | 'en', format: 'csv' | 'xlsx') => {
    const call = await server.signIn('MEMBER', language)
    const link = await call(endpoints.createSimExport, { body: { format, columns: [...columns], sort: 'iccid:ASC' } })
    return Buffer.from(await (await fetch(server.url + link.url)).arrayBuffer())
  }
  const rowsOf = async (language: 'ja' | 'en') => (await sheetsIn(await fileOf(language, 'xlsx')))[0]?.rows.slice(1)
  expect(await rowsOf('ja')).toEqual([
    ['89811000023451420176', 'Operator Barred', 'オン', '変更あり・未確認', 'その他', 'なし', '成功', '失敗', '未登録', 'あり'],
    ['89811000023451420184', 'Inventory', 'オフ', '不明', 'NTT', 'なし', '取り消し', '取り消し', '登録済み', 'なし'],
  ])
  expect(await rowsOf('en')).toEqual([
    ['89811000023451420176', 'Operator Barred', 'On', 'Changed, unconfirmed', 'Other', 'None', 'Succeeded', 'Failed', 'None', 'Yes'],
    ['89811000023451420184', 'Inventory', 'Off', 'Unknown', 'NTT', 'None', 'Cancelled', 'Cancelled', 'Registered', 'No'],
  ])
  expect((await fileOf('ja', 'csv')).toString().split('\n').slice(1, 3)).toEqual([
    '89811000023451420176,OPERATOR_BARRED,on,changed,other,none,Succeeded,Failed,false,true',
    '89811000023451420184,INVENTORY,off,unknown,ntt,none,Failed,Failed,true,false',
  ])
})

test('rows beyond one sheet continue in the next with its own headings; a failure of the rows ends the file', async () => {
  const columns = [{ heading: 'ICCID', kind: 'text' as const }]
  async function* rows(count: number) {
    for (let at = 0; at < count; at += 3) yield Array.from({ length: Math.min(3, count - at) }, (_, n) => [String(at + n)])
  }
  const of = async (count: number) =>
    (await sheetsIn(await buffer(xlsxOf({ sheetName: 'SIM list', columns }, rows(count), 5)))).map(({ name, rows: found }) => [
      name,
      found.map(([cell]) => cell).join(' '),
    ])
  expect(await of(0)).toEqual([['SIM list', 'ICCID']])
  expect(await of(4)).toEqual([['SIM list', 'ICCID 0 1 2 3']])
  expect(await of(9)).toEqual([
    ['SIM list 1', 'ICCID 0 1 2 3'],
    ['SIM list 2', 'ICCID 4 5 6 7'],
    ['SIM list 3', 'ICCID 8'],
  ])
  async function* failing(): AsyncGenerator<string[][], void> {
    yield [['1']]
    throw new Error('the database is away')
  }
  await expect(buffer(xlsxOf({ sheetName: 'SIM list', columns }, failing()))).rejects.toThrow('the database is away')
})

test('rows are read at the pace of the reader, and no more after the reader stops', async () => {
  let taken = 0
  let ended = false
  async function* rows() {
    try {
      for (; taken < 1_000_000; taken += 1000) yield Array.from({ length: 1000 }, () => [randomUUID()])
    } finally {
      ended = true
    }
  }
  const file = xlsxOf({ sheetName: 'SIM list', columns: [{ heading: 'ID', kind: 'text' }] }, rows())
  await once(file, 'readable')
  await until(() => file.readableLength >= file.readableHighWaterMark)
  expect(taken).toBeLessThan(50_000)
  file.destroy()
  await until(() => ended)
  expect(taken).toBeLessThan(50_000)
})
