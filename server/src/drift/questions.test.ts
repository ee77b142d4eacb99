import { pino } from 'pino'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { addSims, snapshotOf } from '../campaigns/testing.ts'
import { startByRule } from '../campaigns/targets/start-by-rule.ts'
import { DeviceBatch } from '../ota/batch/batch.ts'
import { ActionLog } from '../platform/audit/action-log.ts'
import { refreshDifferences } from '../packages/content/refresh.ts'
import { startTestServer } from '../testing/server.ts'
import { contentQuestions } from './questions.ts'

const changed = 0xc0ffee

async function fleet(sims: number) {
  const server = await startTestServer()
  const { db } = server
  const call = await server.signIn('ADMIN')
  const ids = await addSims(
    server,
    Array.from({ length: sims }, () => ({})),
  )
  const read = async (id: number) =>
    db.transaction().execute(async (trx) => {
      const content = { read_at: new Date(), load_files: '[]', applications: '[]' }
      await trx
        .insertInto('sim_inventories')
        .values({ sim_id: id, ...content })
        .onConflict((conflict) => conflict.column('sim_id').doUpdateSet(content))
        .execute()
      await refreshDifferences(trx, id, { isRead: true })
    })
  for (const id of ids) await read(id)
  const batch = new DeviceBatch({ db, publish: () => undefined, log: pino({ enabled: false }) })
  let counter = 0
  const report = async (simIds: readonly number[], digest: number) => {
    for (const simId of simIds) {
      const sim = { simId, fingerprint: Buffer.from(`SIM ${simId}`) }
      batch.record(sim, { counter: ++counter, counted: true }, null, { contentDigest: digest })
    }
    await batch.flush()
  }
  const start = startByRule({ db, mails: { url: () => '' } as never, actionLog: new ActionLog(server.masterKey) })
  const ask = () => contentQuestions({ db, start }).run()
  const asked = async () =>
    (await db.selectFrom('ota_jobs').select('sim_id').where('kind', '=', 'inventory').orderBy('sim_id').execute()).map(
      ({ sim_id: id }) => id,
    )
  const end = async () => db.updateTable('ota_jobs').set({ status: 'Succeeded', finished_at: new Date() }).execute()
  return { server, db, call, ids, read, report, ask, asked, end, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('a card is read by itself once its POLL reports another digest than that of its content', async () => {
  await using f = await fleet(3)
  const [first = 0, second = 0, third = 0] = f.ids
  const { digest } = await f.db.selectFrom('sim_content_digests').select('digest').where('sim_id', '=', first).executeTakeFirstOrThrow()
  await f.report([second], digest)
  await f.report([first], changed)
  // A POLL from before the last change of the content reports the content before it.
  await f.db
    .updateTable('sim_content_digests')
    .set({ digest_at: new Date(Date.now() + 60_000) })
    .where('sim_id', '=', third)
    .execute()
  await f.report([third], changed)
  await f.ask()
  expect(await f.asked()).toEqual([first])
  const { data } = await f.call(endpoints.listCampaigns, { query: {} })
  expect(data).toMatchObject([{ action: 'inventory', total: 1, createdBy: 'Simdeck' }])
  await f.ask()
  expect(await f.asked()).toEqual([first])
})

test('a card whose list does not explain its digest is read again only after another change', async () => {
  await using f = await fleet(1)
  const [id = 0] = f.ids
  await f.report([id], changed)
  await f.ask()
  await f.end()
  await f.read(id)
  await f.report([id], changed)
  await f.db
    .updateTable('sim_content_digests')
    .set({ question_at: new Date(0) })
    .execute()
  await f.ask()
  expect(await f.asked()).toEqual([id])
  await f.report([id], changed + 1)
  await f.db
    .updateTable('sim_content_digests')
    .set({ question_at: new Date(0), asked_at: new Date(0) })
    .execute()
  await f.ask()
  expect(await f.asked()).toEqual([id, id])
})

test('a card with an open OTA is not read beside it', async () => {
  await using f = await fleet(1)
  const snapshotId = await snapshotOf(f.call, f.ids)
  await f.call(endpoints.putBulkOta, { body: { snapshotId, kind: 'key-rotation' } })
  await f.report(f.ids, changed)
  await f.ask()
  expect(await f.asked()).toEqual([])
  await f.end()
  await f.db
    .updateTable('sim_content_digests')
    .set({ question_at: new Date(0) })
    .execute()
  await f.ask()
  expect(await f.asked()).toEqual(f.ids)
})

test('no more cards are read in an hour than the settings allow, and they go out in waves', async () => {
  await using f = await fleet(5)
  const allow = (value: string) => f.call(endpoints.postUserConfig, { body: [{ key: 'system_ota_inventories_per_hour', value }] })
  await allow('0')
  await f.report(f.ids, changed)
  await f.ask()
  expect(await f.asked()).toEqual([])
  await allow('24')
  await f.ask()
  expect(await f.asked()).toHaveLength(2)
  await f.ask()
  expect(await f.asked()).toHaveLength(2)
  const longAgo = () =>
    f.db
      .updateTable('sim_content_digests')
      .set({ asked_at: new Date(Date.now() - 600_000) })
      .where('asked_at', 'is not', null)
      .execute()
  await longAgo()
  await f.ask()
  expect(await f.asked()).toHaveLength(4)
  await longAgo()
  await allow('4')
  await f.ask()
  expect(await f.asked()).toHaveLength(4)
})
