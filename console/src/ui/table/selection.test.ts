import { expect, test } from 'vitest'
import { isSelected, noSelection, selectedCount, togglePage, toggleRange, toggleRow } from './selection.ts'

const page = ['1', '2', '3']
const frozen = { kind: 'frozen', id: 7, total: 12_482 } as const

test('the header checkbox selects and deselects the page and leaves other pages unchanged', () => {
  const other = toggleRow(noSelection, '9', page)
  const both = togglePage(other, page)
  expect(selectedCount(both)).toBe(4)
  expect(togglePage(both, page)).toEqual(other)
})

test('a frozen selection counts its total and covers every page until the header checkbox clears it', () => {
  expect(selectedCount(frozen)).toBe(12_482)
  expect(isSelected(frozen, 'anything')).toBe(true)
  expect(togglePage(frozen, page)).toEqual(noSelection)
})

test('deselecting one row of a frozen selection keeps the rest of the page', () => {
  expect(toggleRow(frozen, '2', page)).toEqual({ kind: 'rows', ids: new Set(['1', '3']) })
})

test('a range in either direction is selected or deselected like its last row, and other pages stay unchanged', () => {
  const long = ['1', '2', '3', '4', '5']
  const other = toggleRow(toggleRow(noSelection, '9', long), '4', long)
  const range = toggleRange(other, { from: '4', to: '2' }, long)
  expect(range).toEqual({ kind: 'rows', ids: new Set(['9', '4', '2', '3']) })
  expect(toggleRange(range, { from: '2', to: '3' }, long)).toEqual({ kind: 'rows', ids: new Set(['9', '4']) })
  expect(toggleRange(other, { from: '9', to: '5' }, long)).toEqual(toggleRow(other, '5', long))
})

test('a frozen selection made under another filter selects only those shown rows that it contains', () => {
  const some = { ...frozen, rows: new Set(['2']) }
  expect(page.map((id) => isSelected(some, id))).toEqual([false, true, false])
  expect(selectedCount(some)).toBe(12_482)
  expect(toggleRow(some, '3', page)).toEqual({ kind: 'rows', ids: new Set(['2', '3']) })
})
