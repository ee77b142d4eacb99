import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SocketEvent } from '@simdeck/contract/events.ts'
import type { SettingItem } from '@simdeck/contract/init.ts'
import { type SettingKey, settingKeys } from '@simdeck/contract/settings.ts'
import { openDatabase } from '../platform/db/database.ts'
import { jpeg, logoText, png, pngChunk } from '../testing/images.ts'
import { addSims } from '../testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

type SignedIn = Awaited<ReturnType<TestServer['signIn']>>
type Change = { key: SettingKey; value: string }

const save = (call: TestCall, ...changes: Change[]) => call(endpoints.postUserConfig, { body: changes })
const settings = (call: TestCall) => call(endpoints.getUserConfig, { query: {} })
const valueOf = (items: SettingItem[], key: SettingKey) => items.find((item) => item.key === key)?.value
const values = (items: SettingItem[]) => Object.fromEntries(items.map((item) => [item.key, item.value]))
const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? { ...error.body, status: error.status } : { thrown: String(error) }),
  )
const memberId = async (call: TestCall) => (await call(endpoints.check, {})).id

/** Posts raw JSON, unchecked by the types. */
const post = (server: TestServer, { accessToken }: SignedIn, path: string, json: string) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}`, 'accept-language': 'en' },
    body: json,
  })

/** A connected console and the events that it receives. */
async function connected(server: TestServer, { accessToken }: SignedIn) {
  const events: SocketEvent[] = []
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${accessToken}`)
  socket.addEventListener('message', (message) => void events.push(JSON.parse(String(message.data)) as SocketEvent))
  await until(() => events.length > 0)
  const told = () => events.flatMap((event) => (event.event === 'SETTINGS_UPDATED' ? event.settings : []))
  return { told, [Symbol.dispose]: () => socket.close() }
}

const template = (body: string) => JSON.stringify({ ja: { subject: '件名', body }, en: { subject: 'Subject', body } })

/** Roles that may change each key, stated independently of the code: `root` ROOT, `staff` ROOT and ADMIN, `own` each member alone. */
const keys: Record<SettingKey, ['root' | 'staff' | 'own', string]> = {
  system_theme: ['staff', 'theme_4'],
  system_config_logo: ['staff', logoText('image/png', png(240, 80))],
  system_config_app_name: ['staff', 'Acme SIM 管理'],
  system_password_minimum: ['root', '12'],
  system_password_upper_case: ['root', '2'],
  system_password_lower_case: ['root', '2'],
  system_password_number: ['root', '1'],
  system_password_symbol: ['root', '2'],
  system_config_google_maps_api_key: ['staff', 'AIza-example'],
  system_config_sim_online_term: ['staff', '30'],
  system_config_sim_display_location_nums_key: ['staff', '5'],
  system_ota_max_interruptions: ['staff', '9'],
  system_ota_allow_plain_polls: ['staff', '2'],
  system_mail: ['staff', '1'],
  system_mfa_required_roles: ['root', ''],
  system_mail_template: ['staff', template('{time} {method} {url}')],
  notify_password_invitation: ['staff', template('{username} {password}')],
  notify_password_authentication: ['staff', template('{code}')],
  user_language: ['own', 'en'],
  user_timezone_automation: ['own', '1'],
  user_config_timezone: ['own', 'Asia/Tokyo'],
}
const mayChange = { root: ['ROOT'], staff: ['ROOT', 'ADMIN'], own: ['ROOT', 'ADMIN', 'MEMBER'] } as const

test('each key can be changed by the roles that hold its need, and by no other', async () => {
  await using server = await startTestServer()
  expect(Object.keys(keys).toSorted()).toEqual(settingKeys.toSorted())
  for (const role of ['ROOT', 'ADMIN', 'MEMBER'] as const) {
    const call = await server.signIn(role)
    await server.db.deleteFrom('settings').execute()
    for (const [key, [who, value]] of Object.entries(keys) as [SettingKey, ['root' | 'staff' | 'own', string]][]) {
      const allowed = (mayChange[who] as readonly string[]).includes(role)
      const outcome = await failure(save(call, { key, value }))
      expect([key, role, outcome === null || outcome]).toEqual([
        key,
        role,
        allowed || { status: 403, code: 'noPermission', message: expect.any(String) },
      ])
      expect([key, valueOf(await settings(call), key)]).toEqual([key, allowed ? value : undefined])
    }
  }
})

test('a change returns all settings as stored, with author and time; the key parameter selects one', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const answer = await save(root, { key: 'system_theme', value: 'pink' }, { key: 'user_language', value: 'en' })
  const created_by = await memberId(root)
  const updated_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect(answer).toEqual([
    { key: 'system_theme', value: 'pink', type: 1, created_by, updated_at },
    { key: 'user_language', value: 'en', type: 2, created_by, updated_at },
  ])
  expect(await settings(root)).toEqual(answer)
  expect(values(await root(endpoints.getUserConfig, { query: { key: 'user_language' } }))).toEqual({ user_language: 'en' })
  expect(await root(endpoints.getUserConfig, { query: { key: 'system_mail' } })).toEqual([])
  const trimmed = await save(root, { key: 'system_config_app_name', value: '  Fleet  ' })
  expect(values(trimmed)).toEqual({ system_theme: 'pink', user_language: 'en', system_config_app_name: 'Fleet' })
})

test('the latest of duplicate rows applies, and a row with a wrong type or an unknown key is ignored', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const id = await memberId(root)
  const row = (key: string, value: string, type: 1 | 2, updated_at: string) => ({
    key,
    value,
    type,
    created_by: id,
    updated_at: new Date(updated_at),
  })
  await server.db
    .insertInto('settings')
    .values([
      row('system_theme', 'red', 1, '2026-03-01'),
      row('system_theme', 'dark', 1, '2026-05-01'),
      row('system_theme', 'pink', 1, '2026-04-01'),
      row('system_theme', 'purple', 2, '2026-06-01'),
      row('user_language', 'ja', 2, '2026-03-01'),
      row('user_language', 'en', 2, '2026-03-02'),
      row('user_language', 'ja', 1, '2026-03-03'),
      row('of_another_version', 'x', 1, '2026-03-03'),
    ])
    .execute()
  expect(values(await settings(root))).toEqual({ system_theme: 'dark', user_language: 'en' })
  expect(valueOf((await root(endpoints.init, {})).configs, 'system_theme')).toBe('dark')
  expect(valueOf(await save(root, { key: 'system_theme', value: 'theme_9' }), 'system_theme')).toBe('theme_9')
})

test('of simultaneous changes, one is stored completely', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const theme = (value: string): Change => ({ key: 'system_theme', value })
  const name = (value: string): Change => ({ key: 'system_config_app_name', value })
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => (n % 2 ? save(root, theme('red'), name('of red')) : save(root, name('of dark'), theme('dark')))),
  )
  const stored = await settings(root)
  expect(valueOf(stored, 'system_config_app_name')).toBe(`of ${valueOf(stored, 'system_theme')}`)
})

test('a partly wrong body stores nothing and names each wrong entry', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const admin = await server.signIn('ADMIN')
  const good: Change = { key: 'system_theme', value: 'red' }
  const wrong: Change[] = [
    { key: 'system_theme', value: 'blue' },
    { key: 'system_config_app_name', value: 'x'.repeat(65) },
    ...['7', '65', '', ' 8', '8.0', '08', '1e1', '-9', '８'].map((value) => ({ key: 'system_password_minimum' as const, value })),
    { key: 'system_password_symbol', value: '0' },
    { key: 'system_config_sim_online_term', value: '0' },
    { key: 'system_config_sim_display_location_nums_key', value: '11' },
    { key: 'system_mail', value: '2' },
    { key: 'user_language', value: 'fr' },
    { key: 'user_timezone_automation', value: 'true' },
    { key: 'user_config_timezone', value: 'Mars/Olympus' },
  ]
  for (const change of wrong) {
    const refusal = await failure(save(root, { key: 'system_ota_allow_plain_polls', value: '1' }, change))
    expect([change, refusal]).toEqual([change, expect.objectContaining({ status: 400, code: 'invalidInput' })])
    expect(refusal).toMatchObject({ fields: [{ path: '1.value', message: expect.stringMatching(/./) }] })
  }
  expect(await failure(save(root, { key: 'system_mail', value: 'x' }, good, { key: 'user_language', value: 'x' }))).toMatchObject({
    code: 'invalidInput',
    fields: [{ path: '0.value' }, { path: '2.value' }],
  })
  expect(await failure(save(root, good, { key: 'system_theme', value: 'dark' }))).toMatchObject({
    code: 'invalidInput',
    fields: [{ path: '1.key' }],
  })
  expect(await failure(save(admin, good, { key: 'system_password_minimum', value: '9' }))).toMatchObject({ code: 'noPermission' })
  expect(await server.db.selectFrom('settings').selectAll().execute()).toEqual([])
})

test('unknown keys, unknown fields, wrong types, an empty body and U+0000 are refused', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const tries: unknown[] = [
    [{ key: 'system_unknown', value: '1' }],
    [{ key: 'constructor', value: '1' }],
    [{ key: 'system_theme', value: 'red', type: 2 }],
    [{ key: 'system_theme', value: 1 }],
    [{ key: 'system_theme' }],
    [{ key: 'system_config_app_name', value: 'a\u0000b' }],
    { key: 'system_theme', value: 'red' },
    [],
    Array.from({ length: 100 }, () => ({ key: 'system_theme', value: 'red' })),
  ]
  for (const body of tries) {
    const response = await post(server, root, '/v1/user-config', JSON.stringify(body))
    expect([JSON.stringify(body).slice(0, 60), response.status]).toEqual([JSON.stringify(body).slice(0, 60), 400])
  }
  const authorization = `Bearer ${root.accessToken}`
  expect((await fetch(`${server.url}/v1/user-config?key=system_unknown`, { headers: { authorization } })).status).toBe(400)
  for (const body of ['{"language":"fr"}', '{}', '{"language":"en","member":1}']) {
    expect((await post(server, root, '/v1/language', body)).status).toBe(400)
  }
  expect(await settings(root)).toEqual([])
})

test('a member reads and writes only the own user settings', async () => {
  await using server = await startTestServer()
  const one = await server.signIn('MEMBER')
  const other = await server.signIn('ROOT')
  await one(endpoints.postLanguage, { body: { language: 'en' } })
  const answer = await other(endpoints.postLanguage, { body: { language: 'ja' } })
  expect(values(answer)).toEqual({ user_language: 'ja' })
  await save(other, { key: 'user_config_timezone', value: 'Europe/Berlin' })
  expect(values(await settings(one))).toEqual({ user_language: 'en' })
  expect(values((await one(endpoints.init, {})).configs)).toEqual({ user_language: 'en' })
  expect(values(await settings(other))).toEqual({ user_language: 'ja', user_config_timezone: 'Europe/Berlin' })
})

test('before sign-in only the settings of the login page are readable; an invalid token counts as none', async () => {
  await using server = await startTestServer({ FEATURES: 'ota,camera' })
  const root = await server.signIn('ROOT')
  await save(root, ...(Object.entries(keys) as [SettingKey, [string, string]][]).map(([key, [, value]]) => ({ key, value })))
  const anonymous = await server.anonymous(endpoints.init, {})
  const loginPage = [
    'system_config_app_name',
    'system_config_logo',
    'system_password_lower_case',
    'system_password_minimum',
    'system_password_number',
    'system_password_symbol',
    'system_password_upper_case',
    'system_theme',
  ]
  expect(anonymous.configs.map(({ key }) => key)).toEqual(loginPage)
  expect(anonymous.env.features).toEqual(['ota', 'camera'])
  expect((await root(endpoints.init, {})).configs.map(({ key }) => key).toSorted()).toEqual(settingKeys.toSorted())
  const member = await server.signIn('MEMBER')
  const system = settingKeys.filter((key) => !key.startsWith('user_')).toSorted()
  expect((await member(endpoints.init, {})).configs.map(({ key }) => key).toSorted()).toEqual(system)
  await member(endpoints.logout, {})
  for (const authorization of ['Bearer nonsense', 'nonsense', '', `Bearer ${member.accessToken}`]) {
    const response = await fetch(`${server.url}/v1/init`, { headers: { authorization } })
    expect(response.status).toBe(200)
    const { data } = (await response.json()) as { data: { configs: SettingItem[] } }
    expect(data.configs.map(({ key }) => key)).toEqual(loginPage)
  }
})

test('the endpoints of a disabled feature answer 404 to every caller', async () => {
  await using server = await startTestServer({ FEATURES: 'iot-safe' })
  const root = await server.signIn('ROOT')
  const authorization = `Bearer ${root.accessToken}`
  const constant = { code: 'notFound', message: 'Not found' }
  for (const path of ['/ota-api/packages/list', '/ota-api/admin/bulkOTA', '/ota-api/nonsense']) {
    for (const headers of [{ authorization }, {}] as Record<string, string>[]) {
      const response = await fetch(server.url + path, { headers: { ...headers, 'accept-language': 'en' } })
      expect([path, response.status, await response.json()]).toEqual([path, 404, constant])
    }
  }
  expect((await root(endpoints.listSims, { query: {} })).data).toEqual([])
})

test('other sessions receive a change: of a system setting all of them, of a user setting only that member’s', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const member = await server.signIn('MEMBER')
  using rootConsole = await connected(server, root)
  using memberConsole = await connected(server, member)
  await save(root, { key: 'system_theme', value: 'dark' }, { key: 'user_language', value: 'en' })
  const logo = await save(root, { key: 'system_config_logo', value: logoText('image/jpeg', jpeg) })
  const gets =
    (key: SettingKey, value: string) =>
    ({ told }: { told: () => SettingItem[] }) =>
      until(() => told().some((item) => item.key === key && item.value === value))
  await Promise.all([rootConsole, memberConsole].map(gets('system_theme', 'dark')))
  await Promise.all([rootConsole, memberConsole].map(gets('system_config_logo', valueOf(logo, 'system_config_logo')!)))
  await gets('user_language', 'en')(rootConsole)
  await member(endpoints.postLanguage, { body: { language: 'ja' } })
  await gets('user_language', 'ja')(memberConsole)
  expect(memberConsole.told().filter(({ key }) => key === 'user_language')).toMatchObject([
    { value: 'ja', created_by: await memberId(member) },
  ])
  expect(rootConsole.told().filter(({ key }) => key === 'user_language')).toMatchObject([{ value: 'en' }])
})

test('a node that missed changes sends the system settings after it reconnects', async () => {
  await using server = await startTestServer()
  using memberConsole = await connected(server, await server.signIn('MEMBER'))
  await server.db.insertInto('settings').values({ key: 'system_theme', value: 'purple', type: 1, created_by: null }).execute()
  const database = openDatabase(server.databaseUrl, { max: 1 })
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
  )
  await database.close()
  await until(() => memberConsole.told().some(({ value }) => value === 'purple'))
})

test('a logo of almost a million bytes is stored and pushed; hostile ones are refused, and the stored one stays', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT', 'ja')
  using memberConsole = await connected(server, await server.signIn('MEMBER'))
  const large = logoText('image/png', png(240, 80, pngChunk('prIv', randomBytes(999_000))))
  expect(valueOf(await save(root, { key: 'system_config_logo', value: large }), 'system_config_logo')).toBe(large)
  await until(() => memberConsole.told().some(({ value }) => value === large))
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const hostile = [
    logoText('image/svg+xml', svg),
    logoText('image/png', svg),
    logoText('image/png', Buffer.from('<html></html>')),
    logoText('image/png', png(10_000, 10_000)),
    logoText('image/png', png(2, 2, pngChunk('prIv', randomBytes(1_000_000)))),
    logoText('image/jpeg', Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004')])),
    logoText('image/jpeg', jpeg.subarray(0, -2)),
    JSON.stringify({ type: 'image/png', base64: 'not base64!' }),
    JSON.stringify({ type: 'image/png', base64: png(2, 2).toString('base64'), href: 'https://example.com' }),
    JSON.stringify({ type: 'image/png', base64: 'a\u0000' }),
    '{"__proto__":1}',
    'null',
    'https://example.com/logo.png',
  ]
  for (const value of hostile) {
    const refusal = await failure(save(root, { key: 'system_theme', value: 'red' }, { key: 'system_config_logo', value }))
    expect([value.slice(0, 80), refusal]).toEqual([
      value.slice(0, 80),
      expect.objectContaining({
        status: 400,
        code: 'invalidLogo',
        message: 'ロゴは1,000,000バイト以下のPNG、JPEG、WebP画像にしてください',
        fields: [{ path: '1.value', message: expect.any(String) }],
        detail: expect.stringMatching(/./),
      }),
    ])
  }
  expect(values(await settings(root))).toEqual({ system_config_logo: large })
  expect(valueOf(await save(root, { key: 'system_config_logo', value: '' }), 'system_config_logo')).toBe('')
})

test('a body may have 1.5 MiB for settings, and 1 MiB elsewhere', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const body = (bytes: number) => JSON.stringify([{ key: 'system_theme', value: 'x' }]).padEnd(bytes)
  expect((await post(server, root, '/v1/user-config', body(1.5 * 1024 * 1024))).status).toBe(400)
  expect((await post(server, root, '/v1/user-config', body(1.5 * 1024 * 1024 + 1))).status).toBe(413)
  expect((await post(server, root, '/v1/language', body(1024 * 1024 + 1))).status).toBe(413)
})

test('a new online term applies at once', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const last_poll = new Date(Date.now() - 20 * 60_000)
  await addSims(server.db, [{ last_poll }])
  const online = async () => (await root(endpoints.listSims, { query: { connection: 'on' } })).totalItems
  expect(await online()).toBe(0)
  await save(root, { key: 'system_config_sim_online_term', value: '30' })
  await until(async () => (await online()) === 1)
  await save(root, { key: 'system_config_sim_online_term', value: '10' })
  await until(async () => (await online()) === 0)
})
