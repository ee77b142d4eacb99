import { expect, test } from 'vitest'
import { contentOf, sameContent } from './view-content.ts'

const ids = ['device_alias', 'iccid', 'imsi', 'status']
const sort = { column: 'last_poll', direction: 'desc' } as const
const table = { order: [], hidden: ['imsi'], density: 'default' } as const

test('the content of a view has filters, sort and columns, even if the list has no sort', () => {
  expect(contentOf({ filters: { status: 'ACTIVATED' }, sort }, table, ids)).toEqual({
    search: { status: 'ACTIVATED', sort: 'last_poll:DESC' },
    table: { order: ids, hidden: ['imsi'], density: 'default' },
  })
  expect(contentOf({ filters: {}, sort: null }, { ...table, hidden: ['gone'] }, ids)).toEqual({
    search: { sort: 'none' },
    table: { order: ids, hidden: [], density: 'default' },
  })
})

test('contents that show the same list are equal', () => {
  const one = contentOf({ filters: { status: 'ACTIVATED', search: 'a' }, sort }, table, ids)
  const moved = {
    ...one,
    search: { sort: 'last_poll:DESC', search: 'a', status: 'ACTIVATED' },
    table: { ...one.table, order: ['iccid', 'status', 'imsi'] },
  }
  expect(sameContent(one, moved, ids)).toBe(true)
  expect(sameContent(one, { ...one, table: { ...one.table, order: ['status', 'iccid'] } }, ids)).toBe(false)
  expect(sameContent(one, { ...one, table: { ...one.table, density: 'compact' } }, ids)).toBe(false)
  expect(sameContent(one, { ...one, search: { ...one.search, search: 'b' } }, ids)).toBe(false)
})
