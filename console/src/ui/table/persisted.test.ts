import { expect, test } from 'vitest'
import { createPersisted, readSections, viewOf } from './persisted.ts'

function memory(stored?: unknown) {
  const items = new Map<string, string>()
  if (stored !== undefined) items.set('simdeck', typeof stored === 'string' ? stored : JSON.stringify(stored))
  return {
    items,
    storage: () => ({
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, value: string) => void items.set(name, value),
      removeItem: (name: string) => void items.delete(name),
    }),
  }
}
const auth = { accessToken: 'a', refreshToken: 'r' }

test('a new page load restores the state of the previous one', () => {
  const { items, storage } = memory()
  const first = createPersisted(storage)
  first.getState().setAuth(auth)
  first.getState().setPageSize('sim', 50)
  first.getState().setSort('sim', { column: 'last_poll', direction: 'desc' })
  const second = createPersisted(storage)
  expect(second.getState()).toMatchObject({ auth, paginate: { sim: 50 }, sort: { sim: { column: 'last_poll', direction: 'desc' } } })
  expect(Object.keys(JSON.parse(items.get('simdeck') ?? '').state)).toEqual(['auth', 'paginate', 'sort', 'tableView'])
})

test('a state of another version is dropped', () => {
  const store = createPersisted(memory({ state: { auth, paginate: { sim: 50 } }, version: 0 }).storage)
  expect(store.getState()).toMatchObject({ auth: null, paginate: {} })
})

test('an unreadable state is replaced by the defaults', () => {
  expect(createPersisted(memory('{not json').storage).getState()).toMatchObject({ auth: null, paginate: {} })
  expect(createPersisted(memory({ state: null, version: 1 }).storage).getState()).toMatchObject({ auth: null, sort: {} })
})

test('invalid parts of a stored state are dropped, and the rest is used', () => {
  expect(
    readSections({
      auth: { accessToken: 7 },
      paginate: { sim: 20, ota: 21, member: '50' },
      sort: { sim: { column: 'id', direction: 'up' }, ota: null },
      tableView: { sim: { order: ['iccid'], hidden: [], density: 'compact' }, ota: { order: 'x' } },
    }),
  ).toEqual({
    auth: null,
    paginate: { sim: 20 },
    sort: { ota: null },
    tableView: { sim: { order: ['iccid'], hidden: [], density: 'compact' } },
  })
})

test('a column newer than the stored view has its default visibility, a column that the view names the one chosen by the user', () => {
  const initial = { order: [], hidden: ['imsi', 'rsrq'], density: 'default' } as const
  const stored = { order: ['iccid', 'imsi'], hidden: ['iccid'], density: 'compact' } as const
  expect(viewOf(stored, initial)).toEqual({ ...stored, hidden: ['iccid', 'rsrq'] })
})
