import { expect, test } from 'vitest'
import { bytesOf } from '../bytes.ts'
import { atScriptPosition, differsInPositionOnly, scriptPosition } from './script-position.ts'
import { countInterruption, type JobProgress, newProgress } from './server-state.ts'

const cut = { receiveBuffer: 255, enc: true }
const started: JobProgress = {
  ...newProgress(),
  script: { id: bytesOf(1, 8), digest: bytesOf(2, 32), plan: 'first', cut, channel: null, total: 9, acked: 0, sent: 1 },
}
const moved = atScriptPosition(started, { acked: 3, sent: 5, reached: 2 })

test('a progress stores a position and returns it; a progress without a script has none', () => {
  expect(scriptPosition(moved)).toEqual({ acked: 3, sent: 5, reached: 2 })
  expect(scriptPosition(newProgress())).toBeNull()
  expect(atScriptPosition(newProgress(), { acked: 3, sent: 5, reached: 2 })).toEqual(newProgress())
})

test.each<[string, JobProgress, boolean]>([
  ['a moved position', moved, true],
  ['the same position', started, true],
  ['a counted interruption', countInterruption(moved), false],
  ['an interruption that is not counted yet', { ...moved, uncounted: true }, false],
  ['another script', { ...moved, script: { ...moved.script!, id: bytesOf(9, 8) } }, false],
  ['a script of another length', { ...moved, script: { ...moved.script!, total: 10 } }, false],
  ['another answer of the card', { ...moved, found: {} }, false],
  ['another plan', { ...moved, plan: 'again' }, false],
  ['no script', newProgress(), false],
])('a difference only in the position is recognized: %s', (_, after, only) => {
  expect(differsInPositionOnly(started, after)).toBe(only)
})
