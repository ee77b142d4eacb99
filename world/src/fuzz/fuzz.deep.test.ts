import { toHex } from '@simdeck/protocol/bytes.ts'
import { expect, test } from 'vitest'
import { readFuzzArguments } from '../commands/fuzz.ts'
import { runCommand } from '../testing/command.ts'
import { runFuzz } from './run-fuzz.ts'
import { inputOf } from './serve-runs.ts'
import { loadTarget, targetNames } from './targets.ts'

test.each(targetNames)('%s: a few thousand inputs find nothing', async (name) => {
  const target = await loadTarget(name)
  const seed = String(process.env['FUZZ_SEED'] ?? Date.now())
  for (let index = 0; index < 2000; index++) {
    const input = inputOf(target, seed, index)
    try {
      await target.run(input)
    } catch (error) {
      throw new Error(`npm run -s fuzz -- ${name} --seed ${seed} --runs 1 --at ${index}`, { cause: error })
    }
  }
})

const program = new URL('./planted.fixture.ts', import.meta.url)
const common = { seed: 'planted', first: 0, runs: 2000, workers: 2, program }

test('memory that the process used before the runs is no finding', async () => {
  const before = Buffer.alloc(600 * 1024 * 1024, 1)
  const result = await runFuzz({ ...common, target: 'right' })
  expect(result).toEqual({ finding: null, outcomes: { right: 2000 } })
  expect(before[0]).toBe(1)
})

test('an error is reported with its run and the shortest input that causes it', async () => {
  const { finding } = await runFuzz({ ...common, target: 'throws' })
  if (finding?.kind !== 'threw') throw new Error('nothing was found')
  expect([finding.error, toHex(finding.input), toHex(finding.shrunk)]).toEqual([
    expect.stringMatching(/^RangeError: planted\n/),
    '0102ff04',
    'ff',
  ])
  const again = await runFuzz({ ...common, target: 'throws', first: finding.index, runs: 1 })
  expect(again.finding).toMatchObject({ kind: 'threw', index: finding.index })
  const right = await runFuzz({ ...common, target: 'right' })
  expect(right).toEqual({ finding: null, outcomes: { right: 2000 } })
})

test.each(['hangs', 'memory'])('an input that makes the code hang or fill the memory is found: %s', async (target) => {
  const { finding } = await runFuzz({ ...common, target, workers: 1 })
  expect(finding?.kind).toBe(target)
})

test('the command prints its result and rejects invalid arguments', async () => {
  const run = await runCommand('fuzz', {}, 'tlv', '--runs', '50', '--seed', '7', '--workers', '1')
  expect(run).toMatchObject({ code: 0, failure: '' })
  expect(run.output).toMatch(/^tlv, seed 7\n[^]*\n50 runs, nothing found, \d+ s$/)
  expect(readFuzzArguments(['cap', '--runs', '1', '--seed', 'x', '--at', '9'])).toEqual({
    target: 'cap',
    runs: 1,
    seed: 'x',
    at: 9,
    workers: 2,
  })
  for (const wrong of [[], ['nothing'], ['tlv', '--runs', '0'], ['tlv', '--at', '-1'], ['tlv', 'cap'], ['tlv', '--wrong']])
    expect(() => readFuzzArguments(wrong)).toThrow(expect.objectContaining({ name: 'UsageError' }))
})
