import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { hasWritten, requestOf, selectName, startReachable, startScript, writeName } from './campaign-script.fixture.ts'
import { counterOn } from './wake-world.fixture.ts'
import { useGateway } from './wake.fixture.ts'

const before = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const day = 25 * 60

test('a proof that comes after its message was given up ends the OTA in place of a retry', async () => {
  let isOff = true
  await using world = await startReachable(1, { devices: { isOff: () => isOff } })
  using _ = world.centre
  const { admin, server } = world
  await useGateway(admin, world.port)
  const body = await requestOf(world, await world.store([selectName, writeName]))
  const { id } = await admin(endpoints.putBulkOta, { body: { ...body, rollout: { retries: 1 } } })
  const has = async (state: string) => (await server.db.selectFrom('sms_messages').select('state').execute())[0]?.state === state
  await until(() => has('accepted'))
  await server.db
    .updateTable('sms_messages')
    .set({ sent_at: before(day) })
    .execute()
  const retries = () => server.db.selectFrom('ota_jobs').select('id').where('attempts', '=', 1).execute()
  await until(async () => (await retries()).length === 1)
  isOff = false
  expect(await world.finished(id)).toMatchObject({ counts: { Succeeded: 1 } })
  expect([hasWritten(world, 0), counterOn(world, 0), world.centre.counts.accepted]).toEqual([true, 1, 1])
})

test('an OTA whose message cannot be sent again ends, and its SIM takes other messages', async () => {
  await using world = await startReachable(3, { devices: { isOff: () => true } })
  using _ = world.centre
  const { admin, server, simIds, centre } = world
  centre.losesAnswers = true
  await useGateway(admin, world.port)
  const id = await startScript(world, await world.store([selectName, writeName]))
  await until(() => centre.counts.accepted === 3)
  await useGateway(admin, world.port, { is_paused: true })
  const open = () => server.db.selectFrom('sms_messages').select('state').where('state', 'in', ['sent', 'queued', 'unknown']).execute()
  await until(async () => (await open()).every(({ state }) => state === 'unknown'))
  const change = () => server.db.updateTable('sms_messages')
  await change()
    .set({ sent_at: before(day) })
    .where('sim_id', '=', simIds[0]!)
    .execute()
  await change()
    .set({ proof_status: 1, proof_is_authentic: false, proof_at: before(11) })
    .where('sim_id', '=', simIds[1]!)
    .execute()
  // The proof of an earlier attempt ends an OTA in the same way.
  await server.db.updateTable('ota_jobs').set({ status: 'Succeeded' }).where('sim_id', '=', simIds[2]!).execute()
  const reasonOf = async (simId: number) => (await world.logsOf(id)).find(({ sim_id }) => sim_id === simId)?.progress.reason
  await until(async () => (await reasonOf(simIds[0]!)) === 'messageUnanswered' && (await reasonOf(simIds[1]!)) === 'messageRefused')
  await until(async () => (await open()).length === 0)
  await useGateway(admin, world.port)
  for (const simId of simIds) await admin(endpoints.wakeSim, { params: { id: simId } })
})

test('a SIM that another transaction has locked keeps no other message back', async () => {
  await using world = await startReachable(2)
  using _ = world.centre
  const { admin, server, simIds, centre } = world
  // Nothing listens on this port, so that the messages wait.
  await useGateway(admin, 9)
  const id = await startScript(world, await world.store([selectName, writeName]))
  const messages = () => server.db.selectFrom('sms_messages').select('id').execute()
  await until(async () => (await messages()).length === 2)
  await server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sims').select('id').where('id', '=', simIds[0]!).forUpdate().execute()
    await useGateway(admin, world.port)
    await until(() => hasWritten(world, 1))
    // A stop of the campaign locks the message after the SIM.
    await trx.updateTable('sms_messages').set({ at_once: false }).where('sim_id', '=', simIds[0]!).execute()
  })
  expect(await world.finished(id)).toMatchObject({ counts: { Succeeded: 2 } })
  expect(centre.counts.accepted).toBe(2)
})
