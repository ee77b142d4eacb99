import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, rememberedSort } from './list-search.ts'

test('values in an address are texts, also if they look like a number or a list', () => {
  expect(parseSearch('?search=8981100023451420176&status=ACTIVATED,SUSPENDED&page=2')).toEqual({
    search: '8981100023451420176',
    status: 'ACTIVATED,SUSPENDED',
    page: '2',
  })
})

test('an address is readable, and parsing it gives the same values', () => {
  const search = { status: 'ACTIVATED,SUSPENDED', sort: 'last_poll:DESC', search: '自販機 & 1+1=2', redirect_uri: '/otas?page=2' }
  const text = stringifySearch(search)
  expect(text.startsWith('?status=ACTIVATED,SUSPENDED&sort=last_poll:DESC&')).toBe(true)
  expect(parseSearch(text)).toEqual(search)
})

test('an address leaves out unset values', () => {
  expect(stringifySearch({ page: undefined, search: '', status: null })).toBe('')
})

test('a remembered sort by a column that this list does not have is ignored', () => {
  const newest = { column: 'createdAt', direction: 'desc' } as const
  expect(rememberedSort({ column: 'created_at', direction: 'asc' }, ['createdAt'], newest)).toBe(newest)
  expect(rememberedSort({ column: 'createdAt', direction: 'asc' }, ['createdAt'], newest)).toEqual({
    column: 'createdAt',
    direction: 'asc',
  })
  expect(rememberedSort(undefined, ['createdAt'], newest)).toBe(newest)
  expect(rememberedSort(null, ['createdAt'], newest)).toBeNull()
})
