import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { posted, rawPoll, rawSimKeys } from '../testing/raw-card.ts'
import { until } from '../testing/until.ts'
import { withSim } from './one-sim.fixture.ts'

test('a SIM that got other keys during a campaign is refused with its old keys, and continues with its new ones', async () => {
  await using sim = await withSim()
  const { server, admin, db, start, poll } = sim
  await start(fixedAids.telemetry, 1)
  const { id } = await db.selectFrom('sims').select('id').executeTakeFirstOrThrow()
  const capAuthKey = new Uint8Array(16).fill(0x77)
  await admin(endpoints.updateSim, { params: { id }, body: { keys: rawSimKeys(capAuthKey) } })
  // The node learns of the change a moment later.
  await until(async () => (await posted(server.devicePort, rawPoll(1).frame)) === null)
  const answer = await poll({ key: capAuthKey })
  expect(answer.keys).not.toBeNull()
})
