import { expect, test } from 'vitest'
import { readRange } from './ranges.ts'
import { mayReach } from './reach.ts'

test.each([
  ['203.0.114.1', true],
  ['2a00:1450::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::a00:1', false],
  ['::7f00:1', false],
  ['::127.0.0.1', false],
  ['::ffff:0:7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['fec0::1', false],
  ['fe80::1%eth0', false],
  ['168.63.129.16', false],
  ['fe80::1', false],
  ['fd00::1', false],
])('a server in the settings may have the address %s: %s', (ip, may) => {
  expect(mayReach([], ip)).toBe(may)
  expect(mayReach('anywhere', ip)).toBe(true)
})

test('a private address is reachable if the environment names its range', () => {
  const ranges = [readRange('10.1.0.0/16')!, readRange('::1')!]
  expect(['10.1.2.3', '10.2.0.1', '::1', '127.0.0.1'].map((ip) => mayReach(ranges, ip))).toEqual([true, false, true, false])
})
