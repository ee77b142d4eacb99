import { expect, test } from 'vitest'
import { maxTailRows, withNewRows } from './tail.ts'

const rowsUpTo = (last: number, count: number) => Array.from({ length: count }, (_, index) => ({ id: last - index }))
const empty = { rows: [], lastId: 10, count: 0, leftOut: 0 }

test('new rows are put first, and an answer without rows changes nothing', () => {
  const one = withNewRows(empty, rowsUpTo(12, 2), 2)
  expect(one).toEqual({ rows: [{ id: 12 }, { id: 11 }], lastId: 12, count: 2, leftOut: 0 })
  expect(withNewRows(one, [], 0)).toBe(one)
  expect(withNewRows(one, rowsUpTo(13, 1), 1).rows.map(({ id }) => id)).toEqual([13, 12, 11])
})

test('rows of a flood that an answer leaves out are counted, as are those that do not fit', () => {
  let tail = withNewRows(empty, rowsUpTo(1010, 100), 1000)
  expect(tail).toMatchObject({ lastId: 1010, count: 1000, leftOut: 900 })
  for (let n = 0; n < 5; n++) tail = withNewRows(tail, rowsUpTo(1110 + 100 * n, 100), 100)
  expect(tail.rows).toHaveLength(maxTailRows)
  expect(tail).toMatchObject({ count: 1500, leftOut: 1000 })
})
