import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'

test('a node sends six exports at a time, even if more are requested at the same moment', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('MEMBER')
  const { url } = await call(endpoints.createSimExport, { body: {} })
  const download = () => fetch(server.url + url)
  const responses = await server.db.transaction().execute(async (trx) => {
    // The change is harmless, but its lock on the groups prevents every export from ending.
    await trx.schema
      .alterTable('groups')
      .alterColumn('address', (column) => column.dropNotNull())
      .execute()
    return Promise.all(Array.from({ length: 12 }, download))
  })
  const statuses = responses.map(({ status }) => status)
  expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([6, 6])
  await Promise.all(responses.map((response) => response.text()))
})
