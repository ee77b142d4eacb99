import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Sealer } from '../../platform/crypto/seal.ts'
import { until } from '../../testing/until.ts'
import { expireSessions } from '../expiry.ts'
import { OtaJobReader } from '../ota-jobs.ts'
import { isOpen, withLimit } from './limited.fixture.ts'

test('a SIM that polls and answers nothing keeps its place for three sessions, then waits longer each time, and is named', async () => {
  await using world = await withLimit(2, { maxAtOnce: 1 })
  const { server, admin, campaign, poll, opened, giveUp, ports } = world
  const { db } = server
  const { id } = campaign
  const waiting = async () => (await admin(endpoints.getCampaignDiagnosis, { params: { id } })).waiting
  const [dead] = await db.selectFrom('sims').select('id').orderBy('iccid').execute()
  const ota = () => db.selectFrom('ota_jobs').select(['unanswered', 'not_before']).where('sim_id', '=', dead!.id).executeTakeFirstOrThrow()
  const waitMinutes = async () => ((await ota()).not_before!.getTime() - Date.now()) / 60_000

  await opened(0)
  expect(isOpen(await poll(1))).toBe(false)
  await until(async () => (await waiting()).some(({ reason, sims }) => reason === 'limit' && sims === 1))
  expect(isOpen(await poll(0))).toBe(true)
  expect(isOpen(await poll(0))).toBe(true)
  expect(await ota()).toEqual({ unanswered: 2, not_before: null })
  expect(isOpen(await poll(0))).toBe(false)
  expect(await waitMinutes()).toBeGreaterThan(3.9)
  expect(await waitMinutes()).toBeLessThan(6.1)
  const next = await opened(1)
  expect(await waiting()).toEqual([
    { reason: 'soon', sims: 1 },
    { reason: 'unanswered', sims: 1 },
  ])
  expect((await admin(endpoints.listCampaignSims, { params: { id }, query: { waiting: 'unanswered' } })).data[0]).toMatchObject({
    sim_id: dead!.id,
    otas: [{ unanswered: 3 }],
  })
  await giveUp(next.session, ports[1]!)

  const retryNow = () => admin(endpoints.changeCampaign, { params: { id }, body: { action: 'retryNow', simIds: [dead!.id] } })
  await retryNow()
  expect(await ota()).toEqual({ unanswered: 0, not_before: null })
  await db.updateTable('ota_jobs').set({ unanswered: 3 }).where('sim_id', '=', dead!.id).execute()
  await opened(0)
  expect(isOpen(await poll(0))).toBe(false)
  expect((await ota()).unanswered).toBe(4)
  expect(await waitMinutes()).toBeGreaterThan(23.9)

  await retryNow()
  await opened(0)
  expect(isOpen(await poll(0))).toBe(true)
  expect((await ota()).unanswered).toBe(1)
  const { session } = await opened(0)
  await giveUp(session, ports[0]!)
  expect((await ota()).unanswered).toBe(0)
})

test('a SIM that polls less often than sessions expire, and answers nothing, gives its place back too', async () => {
  await using world = await withLimit(1, { maxAtOnce: 1 })
  const { server, opened, poll } = world
  const { db } = server
  const jobReader = new OtaJobReader(new Sealer(server.masterKey), String)
  const expire = async () => {
    await db
      .updateTable('ota_sessions')
      .set({ last_frame_at: new Date(Date.now() - 200_000), expiry_minute: new Date(Date.now() - 20_000) })
      .execute()
    const rereadSims: unknown[] = []
    await expireSessions({ db, jobReader, publish: (change) => void rereadSims.push(...((change.rereadSims ?? []) as number[])) })
    return rereadSims.length
  }
  await opened(0)
  expect(await expire()).toBe(0)
  expect(isOpen(await poll(0))).toBe(true)
  expect(await expire()).toBe(0)
  expect(isOpen(await poll(0))).toBe(true)
  expect(await expire()).toBe(1)
  expect(isOpen(await poll(0))).toBe(false)
  expect(await db.selectFrom('ota_jobs').select(['status', 'unanswered']).executeTakeFirstOrThrow()).toEqual({
    status: 'Ready',
    unanswered: 3,
  })
})

test('a campaign without a limit goes on with a SIM that answers nothing, and names it', async () => {
  await using world = await withLimit(1, {})
  const { admin, campaign, opened } = world
  for (let times = 0; times < 4; times++) await opened(0)
  expect((await admin(endpoints.getCampaignDiagnosis, { params: { id: campaign.id } })).waiting).toEqual([
    { reason: 'unanswered', sims: 1 },
  ])
})
