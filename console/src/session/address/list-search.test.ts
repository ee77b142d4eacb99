import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, rememberedSort } from './list-search.ts'

test('what stands in an address is text, also when it looks like a number or a list', () => {
  expect(parseSearch('?search=8981100023451420176&status=ACTIVATED,SUSPENDED&page=2')).toEqual({
    search: '8981100023451420176',
    status: 'ACTIVATED,SUSPENDED',
    page: '2',
  })
})

test('an address stays readable, and comes back the same', () => {
  const search = { status: 'ACTIVATED,SUSPENDED', sort: 'last_poll:DESC', search: '自販機 & 1+1=2', redirect_uri: '/otas?page=2' }
  const text = stringifySearch(search)
  expect(text.startsWith('?status=ACTIVATED,SUSPENDED&sort=last_poll:DESC&')).toBe(true)
  expect(parseSearch(text)).toEqual(search)
})

test('what is not set does not stand there', () => {
  expect(stringifySearch({ page: undefined, search: '', status: null })).toBe('')
})

test('a sort that another list remembered under the same name is left alone', () => {
  const newest = { column: 'createdAt', direction: 'desc' } as const
  expect(rememberedSort({ column: 'created_at', direction: 'asc' }, ['createdAt'], newest)).toBe(newest)
  expect(rememberedSort({ column: 'createdAt', direction: 'asc' }, ['createdAt'], newest)).toEqual({
    column: 'createdAt',
    direction: 'asc',
  })
  expect(rememberedSort(undefined, ['createdAt'], newest)).toBe(newest)
  expect(rememberedSort(null, ['createdAt'], newest)).toBeNull()
})
