import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { runCommand } from '../testing/command.ts'

test('`access:clear` opens access to all networks, keeps the allowed domains and writes to the action log', async () => {
  await using server = await startTestServer()
  const env = { DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey }
  const root = await server.signIn('ROOT')
  const body = { domains: ['example.com'], console_ranges: ['127.0.0.1'], api_ranges: ['10.0.0.0/8'] }
  await root(endpoints.putAccessRestrictions, { body })
  // The network has changed: the console is now used from an address that is not allowed.
  await server.db.updateTable('access_restrictions').set({ value: '192.0.2.0/24' }).where('kind', '=', 'console').execute()
  await server.db.insertInto('access_restrictions').values({ kind: 'console', value: '198.51.100.7' }).execute()

  expect(await runCommand('access-clear', env)).toEqual({
    code: 0,
    output: 'Access is open to every network again (3 ranges deleted)',
    failure: '',
  })

  await until(async () => (await root(endpoints.getAccessRestrictions, {})).console_ranges.length === 0)
  expect(await root(endpoints.getAccessRestrictions, {})).toMatchObject({ domains: ['example.com'], api_ranges: [] })
  const [row] = (await root(endpoints.listSystemLogs, { query: { title: 'settingDelete' } })).data
  expect(row).toMatchObject({ request_by: 'server', url: '/v1/access-restrictions', method: 'DELETE' })
  expect((await runCommand('audit-verify', env)).output).toContain('the chain holds')
  expect((await runCommand('access-clear', env)).output).toBe('Access was not restricted to any network')
})
