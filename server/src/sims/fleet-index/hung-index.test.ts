import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { Metrics } from '../../platform/metrics.ts'
import { makeDatabase } from '../../testing/databases.ts'
import { until } from '../../testing/until.ts'
import { listSims } from '../list/list-sims.ts'
import { addRandomSims } from './changes.fixture.ts'
import { FleetIndex } from './fleet-index.ts'
import type { Clock } from './index-thread.ts'
import { Dice } from './questions.fixture.ts'

/** A clock that moves when `pass` is called. `timers` is the number of timers that have not ended. */
function handClock() {
  let now = 0
  const timers = new Set<{ at: number; act: () => void }>()
  const clock: Clock = {
    now: () => now,
    after(ms, act) {
      const timer = { at: now + ms, act }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  return {
    clock,
    timers: () => timers.size,
    pass: (ms: number) => {
      now += ms
      for (const timer of timers) {
        if (timer.at > now) continue
        timers.delete(timer)
        timer.act()
      }
    },
  }
}

const asker = { key: 'a', gone: new AbortController().signal }

test('PostgreSQL answers lists while the thread of the index hangs, and the thread is ended after a minute and started anew', async () => {
  const { url, drop } = await makeDatabase(inject('postgresUrl'))
  const { db, close } = openDatabase(url, { max: 2 })
  await addRandomSims(db, new Dice(21), 10)
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) })
  const { clock, pass, timers } = handClock()
  const metrics = new Metrics()
  const threadFile = new URL('silent-thread.fixture.ts', import.meta.url)
  const index = new FleetIndex({ db, databaseUrl: url, log, metrics, from: 1, clock, threadFile })
  const list = () => listSims(db, index, { take: 5, pageIndex: 0 }, asker)
  const loaded = () => lines.filter((line) => line.endsWith('is loaded')).length

  await index.check()
  await until(() => loaded() === 1)
  const asked = [list(), list()]
  await until(() => timers() === 2)
  pass(10_000)
  for (const page of await Promise.all(asked)) expect(page.totalItems).toBe(10)
  // The thread is not asked again before it shows that it runs.
  expect((await list()).totalItems).toBe(10)
  expect(timers()).toBe(0)
  expect(lines.filter((line) => line.includes('no answers'))).toHaveLength(1)
  expect(await metrics.registry.metrics()).toContain('simdeck_fleet_index_failures 2')

  await index.check()
  expect(loaded()).toBe(1)
  pass(50_000)
  await expect(index.check()).rejects.toThrow('hung')
  await index.check()
  await until(() => loaded() === 2)
  await index.close()
  await close()
  await drop()
})
