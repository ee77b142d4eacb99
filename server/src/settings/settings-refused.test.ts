import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { jpeg, logoText, png, pngChunk } from '../testing/images.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { type Change, failure, post, save, settings, type SignedIn, valueOf, values } from './settings.fixture.ts'

let server: TestServer
let root: SignedIn
beforeAll(async () => {
  server = await startTestServer()
  root = await server.signIn('ROOT', 'ja')
})
afterAll(() => server[Symbol.asyncDispose]())
afterEach(() => server.db.deleteFrom('settings').execute())

const good: Change = { key: 'system_theme', value: 'red' }
const stored = () => server.db.selectFrom('settings').selectAll().execute()

test.each<Change>([
  { key: 'system_theme', value: 'blue' },
  { key: 'system_config_app_name', value: 'x'.repeat(65) },
  ...['7', '65', '', ' 8', '8.0', '08', '1e1', '-9', '８'].map((value) => ({ key: 'system_password_minimum' as const, value })),
  { key: 'system_password_symbol', value: '0' },
  { key: 'system_config_sim_online_term', value: '0' },
  { key: 'system_config_sim_silent_intervals', value: '0' },
  { key: 'system_config_sim_silent_intervals', value: '101' },
  { key: 'system_config_sim_silent_intervals', value: '3x' },
  { key: 'system_config_sim_display_location_nums_key', value: '11' },
  { key: 'system_mail', value: '2' },
  { key: 'user_language', value: 'fr' },
  { key: 'user_timezone_automation', value: 'true' },
  { key: 'user_config_timezone', value: 'Mars/Olympus' },
])('$key with the value "$value" is refused at its field, and nothing is stored', async (change) => {
  expect(await failure(save(root, { key: 'system_ota_allow_plain_polls', value: '1' }, change))).toMatchObject({
    status: 400,
    code: 'invalidInput',
    fields: [{ path: '1.value', message: expect.stringMatching(/./) as unknown }],
  })
  expect(await stored()).toEqual([])
})

test('each wrong entry of a body is named', async () => {
  const wrong = save(root, { key: 'system_mail', value: 'x' }, good, { key: 'user_language', value: 'x' })
  expect(await failure(wrong)).toMatchObject({ code: 'invalidInput', fields: [{ path: '0.value' }, { path: '2.value' }] })
  expect(await stored()).toEqual([])
})

test('a body with the same key twice is refused', async () => {
  expect(await failure(save(root, good, { key: 'system_theme', value: 'dark' }))).toMatchObject({
    code: 'invalidInput',
    fields: [{ path: '1.key' }],
  })
  expect(await stored()).toEqual([])
})

test('a body with one key that the role may not change stores nothing', async () => {
  const admin = await server.signIn('ADMIN')
  expect(await failure(save(admin, good, { key: 'system_password_minimum', value: '9' }))).toMatchObject({ code: 'noPermission' })
  expect(await stored()).toEqual([])
})

test.each<[name: string, body: unknown]>([
  ['an unknown key', [{ key: 'system_unknown', value: '1' }]],
  ['a key of every object', [{ key: 'constructor', value: '1' }]],
  ['an unknown field', [{ key: 'system_theme', value: 'red', type: 2 }]],
  ['a number as value', [{ key: 'system_theme', value: 1 }]],
  ['no value', [{ key: 'system_theme' }]],
  ['U+0000', [{ key: 'system_config_app_name', value: 'a\u0000b' }]],
  ['no list', { key: 'system_theme', value: 'red' }],
  ['an empty list', []],
  ['a hundred entries', Array.from({ length: 100 }, () => ({ key: 'system_theme', value: 'red' }))],
])('a body with %s is refused', async (_name, body) => {
  expect((await post(server, root, '/v1/user-config', JSON.stringify(body))).status).toBe(400)
  expect(await stored()).toEqual([])
})

test('the settings of an unknown key are not read', async () => {
  const headers = { authorization: `Bearer ${root.accessToken}` }
  expect((await fetch(`${server.url}/v1/user-config?key=system_unknown`, { headers })).status).toBe(400)
})

test.each([
  ['an unknown language', '{"language":"fr"}'],
  ['no language', '{}'],
  ['an unknown field', '{"language":"en","member":1}'],
])('a language with %s is refused', async (_name, body) => {
  expect((await post(server, root, '/v1/language', body)).status).toBe(400)
  expect(await settings(root)).toEqual([])
})

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')

test.each<[name: string, value: string]>([
  ['an SVG', logoText('image/svg+xml', svg)],
  ['an SVG called PNG', logoText('image/png', svg)],
  ['HTML called PNG', logoText('image/png', Buffer.from('<html></html>'))],
  ['ten thousand pixels a side', logoText('image/png', png(10_000, 10_000))],
  ['more than a million bytes', logoText('image/png', png(2, 2, pngChunk('prIv', randomBytes(1_000_000))))],
  ['a ZIP after the image', logoText('image/jpeg', Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004')]))],
  ['a cut image', logoText('image/jpeg', jpeg.subarray(0, -2))],
  ['no base64', JSON.stringify({ type: 'image/png', base64: 'not base64!' })],
  ['an unknown field', JSON.stringify({ type: 'image/png', base64: png(2, 2).toString('base64'), href: 'https://example.com' })],
  ['U+0000', JSON.stringify({ type: 'image/png', base64: 'a\u0000' })],
  ['a prototype', '{"__proto__":1}'],
  ['null', 'null'],
  ['an address', 'https://example.com/logo.png'],
])('a logo with %s is refused with a reason, and the stored one stays', async (_name, value) => {
  const logo = logoText('image/jpeg', jpeg)
  await save(root, { key: 'system_config_logo', value: logo })
  expect(await failure(save(root, good, { key: 'system_config_logo', value }))).toMatchObject({
    status: 400,
    code: 'invalidLogo',
    message: 'ロゴは1,000,000バイト以下のPNG、JPEG、WebP画像にしてください',
    fields: [{ path: '1.value', message: expect.any(String) as unknown }],
    detail: expect.stringMatching(/./) as unknown,
  })
  expect(values(await settings(root))).toEqual({ system_config_logo: logo })
})

test('an empty text removes the logo', async () => {
  await save(root, { key: 'system_config_logo', value: logoText('image/jpeg', jpeg) })
  expect(valueOf(await save(root, { key: 'system_config_logo', value: '' }), 'system_config_logo')).toBe('')
})

test.each([
  ['/v1/user-config', 1.5 * 1024 * 1024, 400],
  ['/v1/user-config', 1.5 * 1024 * 1024 + 1, 413],
  ['/v1/language', 1024 * 1024 + 1, 413],
])('%s answers a body of %d octets with %d', async (path, bytes, status) => {
  const body = JSON.stringify([{ key: 'system_theme', value: 'x' }]).padEnd(bytes)
  expect((await post(server, root, path, body)).status).toBe(status)
})
