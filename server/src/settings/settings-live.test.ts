import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SettingItem } from '@simdeck/contract/init.ts'
import type { SettingKey } from '@simdeck/contract/settings.ts'
import { openDatabase } from '../platform/db/database.ts'
import { jpeg, logoText, png, pngChunk } from '../testing/images.ts'
import { startTestServer } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'
import { until } from '../testing/until.ts'
import { connected, memberId, save, valueOf } from './settings.fixture.ts'

const receivesSetting =
  (key: SettingKey, value: string) =>
  ({ received }: { received: () => SettingItem[] }) =>
    until(() => received().some((item) => item.key === key && item.value === value))

test('a change of a system setting reaches all other sessions', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  using rootConsole = await connected(server, root)
  using memberConsole = await connected(server, await server.signIn('MEMBER'))
  await save(root, { key: 'system_theme', value: 'dark' })
  const logo = await save(root, { key: 'system_config_logo', value: logoText('image/jpeg', jpeg) })
  await Promise.all([rootConsole, memberConsole].map(receivesSetting('system_theme', 'dark')))
  await Promise.all([rootConsole, memberConsole].map(receivesSetting('system_config_logo', valueOf(logo, 'system_config_logo')!)))
})

test('a change of a user setting reaches only the sessions of that member', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const member = await server.signIn('MEMBER')
  using rootConsole = await connected(server, root)
  using memberConsole = await connected(server, member)
  await save(root, { key: 'user_language', value: 'en' })
  await receivesSetting('user_language', 'en')(rootConsole)
  await member(endpoints.postLanguage, { body: { language: 'ja' } })
  await receivesSetting('user_language', 'ja')(memberConsole)
  expect(memberConsole.received().filter(({ key }) => key === 'user_language')).toMatchObject([
    { value: 'ja', created_by: await memberId(member) },
  ])
  expect(rootConsole.received().filter(({ key }) => key === 'user_language')).toMatchObject([{ value: 'en' }])
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
  await until(() => memberConsole.received().some(({ value }) => value === 'purple'))
})

test('a logo of almost a million bytes is stored and pushed', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  using memberConsole = await connected(server, await server.signIn('MEMBER'))
  const large = logoText('image/png', png(240, 80, pngChunk('prIv', randomBytes(999_000))))
  expect(valueOf(await save(root, { key: 'system_config_logo', value: large }), 'system_config_logo')).toBe(large)
  await receivesSetting('system_config_logo', large)(memberConsole)
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
