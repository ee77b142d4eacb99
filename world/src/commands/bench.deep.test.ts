import { expect, test } from 'vitest'
import { benchWrap } from '../bench/wrap.ts'
import { bareCrypto, recordInstall, replay } from '../bench/install-replay.ts'
import { readBenchArguments } from './bench.ts'

test('the command line is parsed, with defaults for omitted options', () => {
  const flags = { minutes: 10, part: null, profile: false, peer: null, seed: 1 }
  expect(readBenchArguments(['list'])).toEqual({ name: 'list', sims: 1_000_000, flags })
  expect(readBenchArguments(['polls'])).toEqual({ name: 'polls', sims: 100_000, flags })
  expect(readBenchArguments(['fleet', '--sims', '20000', '--minutes=2', '--part', 'idle', '--profile'])).toEqual({
    name: 'fleet',
    sims: 20_000,
    flags: { ...flags, minutes: 2, part: 'idle', profile: true },
  })
  expect(readBenchArguments(['list', '--peer', 'directus', '--seed', '7']).flags).toEqual({ ...flags, peer: 'directus', seed: 7 })
})

test.each([
  [[], 'name one of list, alerts, dashboard, import, export, sockets, paint, wrap, polls, install, fleet'],
  [['what'], 'one of list, alerts, dashboard, import, export, sockets'],
  [['list', 'import'], 'one of list, alerts, dashboard, import, export, sockets'],
  [['list', '--sims', 'many'], '--sims takes a whole number'],
  [['list', '--peer', 'other'], '--peer takes directus'],
  [['list', '--what'], "Unknown option '--what'"],
])('an invalid argument is reported in one line: %j', (args, reason) => {
  expect(() => readBenchArguments(args)).toThrow(reason)
})

test('the replay of an install repeats every octet, and the stand-in for pySim wraps to the same octets as Simdeck', async () => {
  const record = recordInstall(3000, 512)
  expect(replay(record)).toEqual(record.commands)
  expect(record.commands.length).toBeGreaterThan(record.blocks)
  expect(bareCrypto(record)).not.toThrow()
  const rows: (string | number)[][] = []
  await benchWrap({ report: (_, __, all) => rows.push(...all.map((row) => [...row])), note: () => undefined, commands: 20 })
  expect(rows).toHaveLength(20)
})
