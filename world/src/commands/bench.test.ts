import { expect, test } from 'vitest'
import { readBenchArguments } from './bench.ts'

test('the command line is read, with usual values for what is left out', () => {
  expect(readBenchArguments(['list'])).toEqual({ name: 'list', sims: 1_000_000, flags: { plans: false, minutes: 10 } })
  expect(readBenchArguments(['sockets', '--sims', '20000', '--minutes=2', '--plans'])).toEqual({
    name: 'sockets',
    sims: 20_000,
    flags: { plans: true, minutes: 2 },
  })
})

test.each([
  [[], 'one of list, import, export, sockets'],
  [['what'], 'one of list, import, export, sockets'],
  [['list', 'import'], 'one of list, import, export, sockets'],
  [['list', '--sims', 'many'], '--sims takes a whole number'],
  [['list', '--what'], "Unknown option '--what'"],
])('bad arguments are told in a line: %j', (args, reason) => {
  expect(() => readBenchArguments(args)).toThrow(reason)
})
