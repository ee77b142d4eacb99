import { expect, test } from 'vitest'
import { readFleetArguments } from './fleet.ts'

test('the command line is parsed, with defaults for omitted options', () => {
  const least = ['--keys', 'a.csv', '--connect', 'localhost:8090']
  expect(readFleetArguments(least)).toEqual({
    keys: 'a.csv',
    connect: { host: 'localhost', port: 8090 },
    sims: Number.POSITIVE_INFINITY,
    seed: '1',
    speed: 1,
    seconds: Number.POSITIVE_INFINITY,
    network: undefined,
    misbehaviours: [],
  })
  expect(readFleetArguments([...least, '--sims=20', '--speed', '0.5', '--seed', 'x', '--seconds', '3'])).toMatchObject({
    sims: 20,
    speed: 0.5,
    seed: 'x',
    seconds: 3,
  })
  const bad = readFleetArguments([...least, '--network', 'loss=5,change=0.5', '--misbehave', 'powerLoss,wrongIndex'])
  expect(bad.network).toMatchObject({ loss: 0.05, change: 0.005, delay: 0 })
  expect(bad.misbehaviours.map(({ kind }) => kind)).toEqual(['powerLoss', 'wrongIndex'])
  expect(readFleetArguments(['--keys', 'a', '--connect', '[::1]:1']).connect).toEqual({ host: '::1', port: 1 })
})

test.each([
  [[], '--keys'],
  [['--keys', 'a'], '--connect'],
  [['--keys', 'a', '--connect', 'localhost'], 'HOST:PORT'],
  [['--keys', 'a', '--connect', 'localhost:0'], 'HOST:PORT'],
  [['--keys', 'a', '--connect', 'localhost:70000'], 'HOST:PORT'],
  [['--keys', 'a', '--connect', 'h:1', '--sims', '1.5'], '--sims takes a whole number'],
  [['--keys', 'a', '--connect', 'h:1', '--speed', 'fast'], '--speed takes a number'],
  [['--keys', 'a', '--connect', 'h:1', '--speed', '0'], '--speed takes a number'],
  [['--keys', 'a', '--connect', 'h:1', '--what', '1'], '--what'],
  [['--keys', 'a', '--connect', 'h:1', '--network', 'loss=x'], 'write a network as'],
  [['--keys', 'a', '--connect', 'h:1', '--network', 'loss=5,loss=5'], 'at most once'],
  [['--keys', 'a', '--connect', 'h:1', '--network', 'loss=60,delay=60'], 'more than 100'],
  [['--keys', 'a', '--connect', 'h:1', '--misbehave', 'powerLoss,sleep'], 'a fault is one of'],
])('an invalid argument is reported in one line: %j', (args, reason) => {
  expect(() => readFleetArguments(args)).toThrow(reason)
})
