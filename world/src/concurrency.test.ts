import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'

test(
  'a campaign with a limit of three has never more than three sessions on the wire, and reaches all SIMs',
  { timeout: 120_000 },
  async () => {
    await using world = await startWorld({ sims: 12, profile: () => ({ receiveBuffer: 255 }) })
    const { id } = await world.install(await world.upload(customCap({ codeSize: 4_000 })), world.simIds, {
      maxFailedPercent: null,
      maxAtOnce: 3,
    })
    const atPolls: number[] = []
    await until(async () => {
      for (const sim of world.fleet.sims) sim.pollNow()
      const { slots } = await world.server.db
        .selectFrom('ota_sessions')
        .select((of) => of.fn.count<number>('slot_campaign_id').as('slots'))
        .executeTakeFirstOrThrow()
      atPolls.push(Number(slots))
      return (await world.admin(endpoints.getCampaign, { params: { id } })).finishedAt
    })
    expect(Math.max(...atPolls)).toBeLessThanOrEqual(3)
    expect(await world.finished(id)).toMatchObject({ state: 'completed', counts: { Succeeded: 12 } })
    // The first frame of the server in a session is logged after its commit, the last frame of the card before the commit that ends it.
    const frames = await until(async () => {
      const rows = await world.server.db
        .selectFrom('raw_ota_service_logs')
        .select(['session_id', 'direction', 'at'])
        .where('session_id', '<>', 0)
        .orderBy('at')
        .execute()
      return new Set(rows.map((row) => row.session_id)).size >= 12 && rows
    })
    const sessions = new Map<number, { from: number; to: number }>()
    for (const { session_id: session, direction, at } of frames) {
      const known = sessions.get(session)
      if (direction === 'server' && !known) sessions.set(session, { from: at.getTime(), to: at.getTime() })
      else if (direction === 'card' && known) known.to = at.getTime()
    }
    const spans = [...sessions.values()]
    const atOnce = spans.map(({ from }) => spans.filter((other) => other.from <= from && from < other.to).length)
    expect(Math.max(...atOnce)).toBe(3)
  },
)
