import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { groupStepSeconds } from '@simdeck/contract/groups.ts'
import { createLog } from '../../platform/log.ts'
import { Metrics } from '../../platform/metrics.ts'
import { codeOf } from '../../testing/people.ts'
import { addSims } from '../../testing/sims.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { FleetIndex } from '../fleet-index/fleet-index.ts'
import { gatherGroups } from './figures.ts'

const stepMs = groupStepSeconds * 1000
/** Far from the steps that the job of the server itself stores. */
const begin = Math.ceil((Date.now() + 3_600_000) / stepMs) * stepMs

for (const [title, from] of [
  ['PostgreSQL', 1_000],
  ['the index', 1],
] as const)
  test(`${title} counts the SIMs of each group once in a step, and figures older than a day are deleted`, async () => {
    await using server = await startTestServer()
    const { db, databaseUrl } = server
    const admin = await server.signIn('ADMIN')
    const made = async (name: string) => (await admin(endpoints.createGroup, { body: { name } })).id
    const [north, south, empty] = [await made('north'), await made('south'), await made('empty')]
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const used = { status: 'ACTIVATED', poll_seconds: 3_600 } as const
    await addSims(db, [
      { ...used, group_id: north, last_poll: ago(1), rsrp: -45 },
      { ...used, group_id: north, last_poll: ago(1) },
      { ...used, group_id: north, last_poll: ago(400) },
      { status: 'SUSPENDED', group_id: north, last_poll: ago(1), rsrp: -121 },
      { ...used, group_id: south, last_poll: ago(90) },
      { ...used, last_poll: ago(1) },
    ])
    await db.deleteFrom('group_figures').execute()
    const index = new FleetIndex({ db, databaseUrl, log: createLog('silent'), metrics: new Metrics(), from })
    await index.check()
    if (from === 1) await until(() => index.isReady)
    await db
      .insertInto('group_figures')
      .values({ group_id: north, at: new Date(begin - 86_400_000 - stepMs), sims: 9, online: 9, expected: 9 })
      .execute()
    await gatherGroups({ db, index }, begin + 5_000)
    await gatherGroups({ db, index }, begin + stepMs - 1)
    const figures = async (id: number) => {
      const all = await admin(endpoints.getGroupFigures, { params: { id } })
      return { ...all, points: all.points.filter((point) => Date.parse(point.at) >= begin) }
    }
    const at = new Date(begin).toISOString()
    const { points, signals } = await figures(north)
    expect(points).toEqual([{ at, sims: 4, online: 3, expected: 3 }])
    expect(signals.filter(({ count }) => count > 0)).toEqual([
      { value: 'veryStrong', count: 1 },
      { value: 'unavailable', count: 1 },
      { value: 'unknown', count: 1 },
    ])
    expect((await figures(south)).points).toEqual([{ at, sims: 1, online: 0, expected: 1 }])
    expect((await figures(empty)).points).toEqual([])
    await admin(endpoints.deleteGroup, { params: { id: south } })
    expect(await codeOf(figures(south))).toBe('groupNotFound')
    await gatherGroups({ db, index }, begin + stepMs)
    expect((await figures(north)).points).toHaveLength(2)
    await index.close()
  })
