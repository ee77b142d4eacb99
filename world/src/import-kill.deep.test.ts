import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { killAt, nth } from './kills/kill-at.ts'
import { serverScript, spawnNode, spawnServer } from './testing/server-process.ts'

test('an import that kill -9 interrupts has written nothing, and completes after the restart', async () => {
  // This server serves only the APIs; another node runs the import and is killed.
  await using server = await startTestServer({ SERVICES: 'ota' })
  const call = await server.signIn('ADMIN')
  const lines = 11_000
  const key = '00112233445566778899AABBCCDDEEFF'
  const line = (n: number) => `8981100${String(n).padStart(12, '0')},Meter ${n},Group ${n % 7},${key},${key},${key},${key},${key}`
  const text = [
    'iccid,device_alias,group,cap_auth_key,encrypt_key,scp03_enc,scp03_mac,scp03_dek',
    ...Array.from({ length: lines }, (_, n) => line(n)),
  ]
  const task = await call(endpoints.checkSimImport, { body: {}, file: new File([text.join('\n')], 'sims.csv') })
  expect(task.import).toMatchObject({ good: lines, bad: 0 })
  await call(endpoints.startSimImport, { params: { id: task.id }, body: {} })
  const now = () => call(endpoints.getTask, { params: { id: task.id } })
  const count = async (table: 'sims' | 'sim_keys' | 'sim_contacts' | 'groups') => {
    const { n } = await server.db
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }
  expect((await now()).state).toBe('waiting')

  const env = { DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey, PORT: '0', DEVICE_PORT: '0' }
  await killAt({
    databaseUrl: server.databaseUrl,
    isMoment: nth(2, /insert into sims \(/, 'after'),
    run: (databaseUrl) => spawnNode(serverScript, { ...env, DATABASE_URL: databaseUrl }),
  })
  expect(await now()).toMatchObject({ state: 'running', succeeded: 0 })
  expect([await count('sims'), await count('groups')]).toEqual([0, 0])
  const node = await spawnServer(env)
  try {
    await until(async () => (await now()).state === 'completed')
  } finally {
    await node.kill()
  }
  expect(await now()).toMatchObject({ succeeded: lines, done: lines, total: lines, import: { canUndo: true } })
  expect([await count('sims'), await count('sim_keys'), await count('sim_contacts'), await count('groups')]).toEqual([
    lines,
    lines,
    lines,
    7,
  ])
})
