import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { makeCapFile } from '../../testing/cap-file.ts'
import { addOtas } from '../../testing/otas.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { type Db, openDatabase } from '../../platform/db/database.ts'
import { lockFleet } from '../../sims/sql/fleet-lock.ts'
import { projectLater } from '../project-campaigns.ts'

/** A number of SIMs that makes a campaign a large one. */
const many = 2_100
const { telemetry } = fixedAids

let server: TestServer
let call: TestCall
let targets: { appletType: 1; package: { packageAID: string; otaVersion: string; label: string }; active: true }[]
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  const recipe = {
    packageAid: fromHex(telemetry.packageAid),
    packageVersion: { major: 1, minor: 0 },
    applets: [fromHex(telemetry.moduleAid)],
  }
  const file = new File([(await makeCapFile(recipe)) as BlobPart], 'x.cap')
  const { packageAID, otaVersion, label } = await call(endpoints.uploadPackage, { body: {}, file })
  targets = [{ appletType: 1, package: { packageAID, otaVersion, label }, active: true }]
})
afterAll(() => server[Symbol.asyncDispose]())

let addedCount = 0
/** Adds SIMs with the same external id; returns their ids in order. */
async function fleet(size: number, name: string): Promise<number[]> {
  const rows = Array.from({ length: size }, () => ({
    iccid: `8981200000${String(addedCount++).padStart(10, '0')}`,
    external_device_id: name,
    has_keys: true,
  }))
  const added = await server.db.insertInto('sims').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}

const snapshotOf = async (name: string) => (await call(endpoints.createSnapshot, { body: { filter: { external_device_id: name } } })).id
const start = (snapshotId: number) => call(endpoints.putBulkOta, { body: { snapshotId, targets, confirmedCount: many } })
const dryRun = (snapshotId: number) => call(endpoints.dryRunBulkOta, { body: { snapshotId, targets } })

const shown = (ids: readonly number[]) =>
  server.db
    .selectFrom('sims')
    .leftJoin('sim_ota', 'sim_ota.sim_id', 'sims.id')
    .select(['sims.id', 'status_other_applet', 'install_job_id', 'updated_at'])
    .where('sims.id', 'in', ids)
    .orderBy('sims.id')
    .execute()
const allShown = (ids: readonly number[]) =>
  until(async () => {
    const sims = await shown(ids)
    return sims.every(({ status_other_applet, install_job_id }) => status_other_applet === 'Ready' && install_job_id !== null) && sims
  })

/** Runs `work` while a transaction, such as that of a session, has the locks that `lock` takes. */
async function whileLocked(lock: (trx: Db) => Promise<unknown>, work: (trx: Db) => Promise<unknown>): Promise<void> {
  await server.db.transaction().execute(async (trx) => {
    await lock(trx)
    await work(trx)
  })
}

test('PostgreSQL knows the OTAs of a large campaign in its statistics as soon as it has started', async () => {
  await fleet(many, 'statistics')
  const { id } = await start(await snapshotOf('statistics'))
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  const { rows } = await pool.query<{ campaigns: string }>(
    `select most_common_vals::text as campaigns from pg_stats where tablename = 'ota_jobs' and attname = 'campaign_id'`,
  )
  await close()
  expect(rows[0]?.campaigns.match(/\d+/g)).toContain(String(id))
})

test('a large campaign starts while one of its SIMs is in a session, and after the session all SIMs show the campaign', async () => {
  const ids = await fleet(many, 'busy')
  const snapshotId = await snapshotOf('busy')
  await dryRun(snapshotId)
  const busy = ids[1_500]!
  await whileLocked(
    (trx) => trx.selectFrom('sims').select('id').where('id', '=', busy).forUpdate().execute(),
    async () => {
      const campaign = await start(snapshotId)
      expect(campaign).toMatchObject({ state: 'running', total: many, counts: { Ready: many } })
      await until(async () => (await shown([ids[0]!]))[0]?.status_other_applet === 'Ready')
      expect(await shown([busy])).toMatchObject([{ status_other_applet: null, install_job_id: null }])
    },
  )
  await allShown(ids)
})

test('of two large campaigns for the same SIMs that start at the same time, one gets all SIMs and the other none', async () => {
  await fleet(many, 'wanted')
  const snapshots = [await snapshotOf('wanted'), await snapshotOf('wanted')]
  for (const id of snapshots) await dryRun(id)
  const codes = await Promise.all(snapshots.map((id) => codeOf(start(id))))
  expect(codes.toSorted()).toEqual(['answered', 'noTargetSims'])
})

test('if the progress of a campaign is written into its SIMs again, only SIMs without it are written', async () => {
  const ids = await fleet(many, 'again')
  const snapshotId = await snapshotOf('again')
  await dryRun(snapshotId)
  const { id: campaignId } = await start(snapshotId)
  const before = await allShown(ids)
  await until(async () => (await server.db.selectFrom('queued_jobs').select('key').execute()).length === 0)
  const missing = ids[1_200]!
  await server.db.updateTable('sims').set({ status_other_applet: null }).where('id', '=', missing).execute()
  await server.db.transaction().execute((trx) => projectLater(trx, campaignId))
  const after = await allShown(ids)
  const written = after.filter(({ updated_at: at }, index) => at.getTime() !== before[index]!.updated_at.getTime())
  expect(written.map(({ id }) => id)).toEqual([missing])
})

test('a deletion of SIMs that waits for the start of a large campaign leaves the SIMs that got an OTA', async () => {
  const [one = 0, other = 0] = await fleet(2, 'leaving')
  const selection = await call(endpoints.createSimSelection, { body: { simIds: [other] } })
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  let deletions: Promise<unknown>[] = []
  const wait = (deletionsThatWait: number) =>
    until(async () => {
      const { rows } = await pool.query<{ waiting: number }>(`select count(*) as waiting from pg_locks
        where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`)
      return rows[0]?.waiting === deletionsThatWait
    })
  await whileLocked(lockFleet, async (trx) => {
    deletions = [call(endpoints.deleteSims, { body: { selectionId: selection.id, total: 1 } })]
    await wait(1)
    deletions.unshift(codeOf(call(endpoints.deleteSim, { params: { id: one } })))
    await wait(2)
    for (const id of [one, other]) await addOtas(trx, id, [{ kind: 'install' }])
  })
  await close()
  const [code, task] = await Promise.all(deletions)
  expect(code).toBe('simOtaOpen')
  const ended = await until(async () => {
    const now = await call(endpoints.getTask, { params: { id: (task as { id: number }).id } })
    return now.finishedAt && now
  })
  expect(ended).toMatchObject({ succeeded: 0, refused: 1 })
  expect((await shown([one, other])).map(({ id }) => id)).toEqual([one, other])
})
