import { expect, test } from 'vitest'
import { simulateSession } from '@simdeck/simulator/simulation/simulate-session.ts'
import { readSimulateArguments, simulate } from './simulate.ts'

test('threads share the sessions, and a session can be replayed by its own seed', async () => {
  const args = readSimulateArguments(['--seed', 'threads', '--sessions', '6', '--threads', '2'])
  const all = await simulate(args, () => undefined)
  expect(all).toMatchObject({ sessions: 6, failures: [] })
  const alone = Array.from({ length: 6 }, (_, n) => simulateSession(`threads/${n}`, args.options).frames)
  expect(all.frames).toBe(alone.reduce((sum, frames) => sum + frames, 0))
  const again = await simulate(readSimulateArguments(['--seed', 'threads/5', '--sessions', '1']), () => undefined)
  expect(again).toMatchObject({ sessions: 1, frames: alone[5] })
})

test.each([
  [['--sessions', '0'], '--sessions takes a whole number'],
  [['--sessions', '1.5'], '--sessions takes a whole number'],
  [['--threads', 'two'], '--threads takes a whole number'],
  [['--crashes', '50'], '--crashes takes a percentage'],
  [['--crashes', 'x'], '--crashes takes a percentage'],
  [['--power', '60'], '--power takes a percentage'],
  [['--install', '99999'], '--install takes'],
  [['--network', 'fog=5'], 'write a network as'],
  [['--what', '1'], '--what'],
])('an invalid argument is reported in one line: %j', (args, reason) => {
  expect(() => readSimulateArguments(args)).toThrow(reason)
})
