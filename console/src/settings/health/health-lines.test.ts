import { expect, test } from 'vitest'
import { healthLines } from './health-lines.ts'

const at = (seconds: number) => new Date(seconds * 1000).toISOString()
const title = { ja: '処理', en: 'Job' }
const run = (name: string, node: string, more: object = {}) => ({
  name,
  title,
  node,
  every_ms: 5000,
  started_at: at(100),
  duration_ms: 3,
  outcome: 'succeeded' as const,
  failures: 0,
  error: null,
  next_at: at(105),
  ...more,
})
const failed = { outcome: 'failed' as const, failures: 2, error: 'RangeError' }
const now = 110_000
const named = (lines: ReturnType<typeof healthLines>) => lines.map(({ name, node, late }) => ({ name, node, late }))

test('a job has one line: that of the node where it fails, otherwise where it is late, otherwise where it ran last', () => {
  const lines = healthLines(
    {
      runs: [
        run('mails', 'a'),
        run('mails', 'b', failed),
        run('sweep', 'a', { next_at: at(20) }),
        run('sweep', 'b', { started_at: at(108) }),
        run('tasks', 'a'),
        run('tasks', 'b', { started_at: at(101) }),
      ],
      queues: [{ name: 'tasks', running: 0, waiting: 1, retrying: 0, dead: 0, next_at: at(100) }],
    },
    now,
  )
  expect(named(lines)).toEqual([
    { name: 'mails', node: 'b', late: false },
    { name: 'sweep', node: 'a', late: true },
    { name: 'tasks', node: 'b', late: false },
  ])
  expect(lines.map(({ stored }) => stored?.waiting ?? null)).toEqual([null, null, 1])
})

test('jobs that need attention come first, the others keep their order', () => {
  const runs = [run('a', 'n'), run('b', 'n'), run('c', 'n', { next_at: at(20) }), run('d', 'n', failed)]
  expect(named(healthLines({ runs, queues: [] }, now)).map(({ name }) => name)).toEqual(['d', 'c', 'a', 'b'])
})
