import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'

test('SIMs are found and counted by their standby poller', async () => {
  await using server = await startTestServer()
  const [held = 0, none = 0] = await addSims(server.db, [{ standby_poller_instance_aid: 'F0' }, {}])
  const call = await server.signIn('ADMIN')
  const found = async (query: { has_standby_poller: string; not?: string }) =>
    (await call(endpoints.listSims, { query: { sort: 'iccid:ASC', ...query } })).data.map(({ id }) => id).toSorted((a, b) => a - b)
  expect(await found({ has_standby_poller: 'true' })).toEqual([held])
  expect(await found({ has_standby_poller: 'false' })).toEqual([none])
  expect(await found({ has_standby_poller: 'true,false' })).toEqual([held, none])
  expect(await codeOf(found({ has_standby_poller: 'yes' }))).toBe('invalidInput')
  expect(await call(endpoints.countSimValues, { query: { of: 'has_standby_poller', has_standby_poller: 'true' } })).toEqual([
    { value: 'false', count: 1 },
    { value: 'true', count: 1 },
  ])
  await server.db.updateTable('sims').set({ standby_poller_instance_aid: 'F0' }).where('id', '=', none).execute()
  expect(await found({ has_standby_poller: 'true' })).toEqual([held, none])
})
