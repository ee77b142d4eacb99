import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { addPackage, addSims } from '../campaigns/testing.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer } from '../testing/server.ts'

test('a file that waits for a poll shows its campaign, takes another content, and keeps other files of the SIM out', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const safe = await addPackage(call, fixedAids.iotSafe)
  const held = { other_package_id: safe.id, other_instance_aid: fixedAids.iotSafe.moduleAid, has_keys: true }
  const [simId = 0, other = 0] = await addSims(server, [held, held])
  const create = (label: string, sim = simId) => call(endpoints.createFile, { params: { simId: sim }, body: { label, content: 'brokr=a' } })
  const { file, campaignId } = await create('config')
  expect(file).toMatchObject({ status: 'None', isQueued: true, campaignId })
  expect(await codeOf(create('second'))).toBe('fileOtaOpen')
  expect((await create('second', other)).file.isQueued).toBe(true)
  const params = { fileId: file.id }
  const updated = await call(endpoints.updateFile, { params, body: { hexContent: '62726F6B65723D' } })
  expect(updated).toMatchObject({ campaignId, file: { status: 'None', isQueued: true, octets: 7 } })
  expect(await codeOf(call(endpoints.deliverFile, { params }))).toBe('fileOtaOpen')
  expect(await call(endpoints.getFile, { params })).toMatchObject({ content: 'broker=', status: 'None', campaignId })
  const removed = await call(endpoints.removeFile, { params })
  expect(removed).toMatchObject({ campaignId: null, file: { status: 'Deleted' } })
  const audited = await server.db.selectFrom('action_logs').select(['action', 'status']).orderBy('id').execute()
  expect(audited.filter(({ action }) => action.startsWith('iotSafe')).map(({ action, status }) => [action, status])).toEqual([
    ['iotSafeAdd', 200],
    ['iotSafeAdd', 409],
    ['iotSafeAdd', 200],
    ['iotSafeUpdate', 200],
    ['iotSafeUpdate', 409],
    ['iotSafeDelete', 200],
  ])
})
