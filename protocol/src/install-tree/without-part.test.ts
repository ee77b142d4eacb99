import { expect, test } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { flatten, readInstallTree } from './install-tree.ts'
import { hasProblem } from './node.ts'
import { withoutPart } from './without-part.ts'

const without = (hex: string, key: string): string => {
  const field = fromHex(hex)
  return toHex(withoutPart(field, readInstallTree(field, 'custom').nodes, key))
}

test.each([
  ['the second of two parts', 'c900ea0881040001ff008200', '/uicc/administrativeAccess', 'c900ea0681040001ff00'],
  ['the only part, with the empty data object around it', 'c900ea028200', '/uicc/administrativeAccess', 'c900'],
  ['a part of a data object before others', 'c90101ef08c7020200c8021000', '/system/volatileSize', 'c90101ef04c8021000'],
  ['a whole data object', 'c900ef04c8021000ea028200', '/system', 'c900ea028200'],
  ['octets that cannot be read', 'c900ef04c80210', '/unreadable', 'c900'],
  ['nothing', 'c900ef04c8021000', '/uicc', 'c900ef04c8021000'],
])('install parameters without %s', (_, hex, key, left) => {
  expect(without(hex, key)).toBe(left)
})

test('the lengths of the data objects around it follow, also beyond 127 octets', () => {
  // Forty-three file systems with three empty lengths each.
  const access = `818181${'00'.repeat(129)}`
  const field = fromHex(`c900ea8186${access}8200`)
  const rest = withoutPart(field, readInstallTree(field, 'custom').nodes, '/uicc/administrativeAccess')
  expect(toHex(rest)).toMatch(/^c900ea8184/)
  expect(flatten(readInstallTree(rest, 'custom').nodes).filter(hasProblem)).toEqual([])
})
