import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SettingItem } from '@simdeck/contract/init.ts'
import { type SettingKey, settingKeys } from '@simdeck/contract/settings.ts'
import { logoText, png } from '../testing/images.ts'
import { startTestServer } from '../testing/server.ts'
import { type Change, failure, memberId, save, settings, valueOf, values } from './settings.fixture.ts'

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
  system_config_sim_silent_intervals: ['staff', '5'],
  system_ota_max_interruptions: ['staff', '9'],
  system_ota_new_poller_minutes: ['staff', '30'],
  system_ota_inventories_per_hour: ['staff', '0'],
  system_ota_allow_plain_polls: ['staff', '2'],
  system_iot_safe_end_days: ['staff', '30'],
  system_iot_safe_est: ['staff', '1'],
  system_ota_approval_threshold: ['root', '1000'],
  system_log_raw_api_days: ['root', '30'],
  system_log_raw_proxy_days: ['root', '400'],
  system_log_bodies_until: ['root', ''],
  system_mail: ['staff', '1'],
  system_mfa_required_roles: ['root', ''],
  system_mail_template: ['staff', template('{time} {method} {url}')],
  notify_password_invitation: ['staff', template('{username} {password}')],
  notify_password_authentication: ['staff', template('{code}')],
  user_language: ['own', 'en'],
  user_timezone_automation: ['own', '1'],
  user_config_timezone: ['own', 'Asia/Tokyo'],
  user_start_screen: ['own', 'overview'],
  user_notifications: ['own', '{"bell":{"otherCampaigns":true},"mail":{},"digestAt":"07:45","zone":"Asia/Tokyo"}'],
}
const mayChange = { root: ['ROOT'], staff: ['ROOT', 'ADMIN'], own: ['ROOT', 'ADMIN', 'MEMBER'] } as const

test('each key can be changed by the roles that hold its need, and by no other', async () => {
  await using server = await startTestServer()
  expect(Object.keys(keys).toSorted()).toEqual(settingKeys.toSorted())
  for (const role of ['ROOT', 'ADMIN', 'MEMBER'] as const) {
    const call = await server.signIn(role)
    await server.db.deleteFrom('settings').execute()
    for (const [key, [allowedFor, value]] of Object.entries(keys) as [SettingKey, ['root' | 'staff' | 'own', string]][]) {
      const allowed = (mayChange[allowedFor] as readonly string[]).includes(role)
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

test('a key of Google Maps that the form of the console refuses is refused', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  for (const value of ['AIza example', 'AIza&callback=x', '"><script>', 'a'.repeat(201)])
    expect(await failure(save(root, { key: 'system_config_google_maps_api_key', value }))).toMatchObject({ code: 'invalidInput' })
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

test('a member reads and writes only their own user settings', async () => {
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
